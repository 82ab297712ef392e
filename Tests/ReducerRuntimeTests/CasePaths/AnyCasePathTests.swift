import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct AnyCasePathTests {
  private let somePath = AnyCasePath<Int?, Int>(embed: { $0 }, extract: { $0 })

  @Test func `a case path extracts and embeds`() {
    #expect(somePath.embed(3) == .some(3))
    #expect(somePath.extract(from: 3) == 3)
    #expect(somePath.extract(from: nil) == nil)
  }

  @Test func `a case path is appended to another`() {
    let path = AnyCasePath<Int??, Int?>(embed: { $0 }, extract: { $0 }).appending(somePath)
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

  @Test func `a payload nested two cases deep is changed in place`() {
    let path = AnyCasePath<Outer, [Int]>(\.inner.list)
    var outer = Outer.inner(.list([1]))
    let address = outer.address
    #expect(path.modify(&outer) { $0[0] = 2 } != nil)
    #expect(path.extract(from: outer) == [2])
    #expect(outer.address == address)
    for other in [Outer.inner(.empty), .empty] {
      outer = other
      #expect(path.modify(&outer) { $0.append(3) } == nil)
      #expect(outer == other)
    }
  }
}

@CasePathable
@ObservableState
private enum Outer: Equatable {
  case inner(Inner)
  case empty

  /// The address of the array's storage.
  var address: UnsafeRawPointer? {
    guard case .inner(.list(let list)) = self else { return nil }
    return list.withUnsafeBytes { $0.baseAddress }
  }
}

@CasePathable
@ObservableState
private enum Inner: Equatable {
  case list([Int])
  case empty
}
