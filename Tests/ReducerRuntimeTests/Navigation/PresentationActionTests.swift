import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct PresentationActionTests {
  typealias Presented = PresentationAction<Step>

  @Test func `the cases are distinguished`() {
    #expect(Presented.dismiss.is(\.dismiss))
    #expect(!Presented.presented(.stop).is(\.dismiss))
    #expect(Presented.presented(.walk(3))[case: \.presented] == .walk(3))
    #expect(Presented.dismiss[case: \.presented] == nil)
  }

  @Test func `the child's cases are named without presented`() {
    let path: CaseKeyPath<Presented, Int> = \.walk
    #expect(path(3) == .presented(.walk(3)))
    #expect(Presented.presented(.walk(3))[case: path] == 3)
    #expect(Presented.presented(.stop)[case: path] == nil)
    #expect(Presented.dismiss[case: path] == nil)
  }

  @Test func `the presented case can be named explicitly`() {
    let path: CaseKeyPath<Presented, PresentationAction<Int>> = \.walk
    #expect(path(.presented(3)) == .presented(.walk(3)))
    #expect(path(.dismiss) == .dismiss)
    #expect(Presented.presented(.walk(3))[case: path] == .presented(3))
    #expect(Presented.presented(.stop)[case: path] == nil)
    #expect(Presented.dismiss[case: path] == .dismiss)
  }

  @Test func `actions with equal contents are equal`() {
    #expect(Presented.dismiss == .dismiss)
    #expect(Presented.presented(.stop) != .dismiss)
    #expect(Set([Presented.presented(.walk(1)), .presented(.walk(1)), .dismiss]).count == 2)
  }
}
