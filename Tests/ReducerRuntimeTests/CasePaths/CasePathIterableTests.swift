import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks) struct CasePathIterableTests {
  @Test func `the library's enums list their cases`() {
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect(Array(Result<Int, Failure>.allCasePaths) == [\.success, \.failure])
    #expect(Array(Never.allCasePaths) == [])
    #expect(Array(PresentationAction<Int>.allCasePaths) == [\.dismiss, \.presented])
    #expect(Array(IdentifiedAction<Int, Int>.allCasePaths) == [\.element])
    #expect(Array(StackAction<Int, Int>.allCasePaths) == [\.element, \.popFrom, \.push])
  }

  @Test func `the library's enums return the case of a value`() {
    #expect(Int?.some(1).case == \.some)
    #expect(Int?.none.case == \.none)
    #expect(Result<Int, Failure>.success(1).case == \.success)
    #expect(Result.allCasePaths[Result<Int, Failure>.failure(Failure())] == \.failure)
    #expect(PresentationAction<Int>.dismiss.case == \.dismiss)
    #expect(PresentationAction<Int>.presented(1).case == \.presented)
    #expect(IdentifiedAction<Int, Int>.element(id: 1, action: 1).case == \.element)
    #expect(StackAction<Int, Int>.push(id: 0, state: 1).case == \.push)
    #expect(StackAction<Int, Int>.popFrom(id: 0).case == \.popFrom)
    #expect(StackAction<Int, Int>.element(id: 0, action: 1).case == \.element)
  }

  @Test func `every enum has a case path that matches no value`() {
    let path: CaseKeyPath<Interval, Never> = \.never
    #expect(Interval.never[case: path] == nil)
    // A case with that name takes precedence.
    #expect(Interval.never.is(\.never))
  }
}

private struct Failure: Error {}

@CasePathable
private enum Interval {
  case daily
  case never
}
