import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.leavesNothing)
struct AnyCasePathTests {
  private let some = AnyCasePath<Int?, Int>(embed: { $0 }, extract: { $0 })

  @Test func `a case path extracts and embeds`() {
    #expect(some.embed(3) == .some(3))
    #expect(some.extract(from: 3) == 3)
    #expect(some.extract(from: nil) == nil)
  }

  @Test func `a case path is appended to another`() {
    let path = AnyCasePath<Int??, Int?>(embed: { $0 }, extract: { $0 }).appending(some)
    #expect(path.embed(3) == .some(.some(3)))
    #expect(path.extract(from: .some(.some(3))) == 3)
    #expect(path.extract(from: .some(nil)) == nil)
  }

  @Test func `the identity path returns the value itself`() {
    let path = AnyCasePath<Int, Int>()
    #expect(path.extract(from: path.embed(3)) == 3)
    #expect(path.name == "")
  }

  @Test func `a payload is changed in place`() {
    let path = AnyCasePath<Step, Int>(\.walk)
    var step = Step.walk(1)
    #expect(path.modify(&step) { $0 += 1 } != nil)
    #expect(step == .walk(2))
    step = .stop
    #expect(path.modify(&step) { $0 += 1 } == nil)
    #expect(step == .stop)
  }
}
