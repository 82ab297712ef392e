import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct PresentationStateCaseTests {
  @Test func `a payload is changed by case`() {
    var parent = Parent(screen: .number(42))
    parent.$screen[case: \.number]? += 1
    #expect(parent.screen == .number(43))
    #expect(parent.$screen[case: \.title] == nil)
    parent.$screen[case: \.number] = nil
    #expect(parent.screen == nil)
  }

  @Test func `writing to another case is reported at the line of the write`() {
    var parent = Parent(screen: .number(42))
    withExpectedIssue { parent.$screen[case: \.title]?.append("!") }
    withExpectedIssue { parent.$screen[case: \.title] = nil }
    #expect(parent.screen == .number(42))
    var empty = Parent()
    withExpectedIssue { empty.$screen[case: \.number]? += 1 }
    #expect(empty.screen == nil)
  }

  private struct Parent {
    @PresentationState var screen: Screen?
  }
}

@CasePathable
private enum Screen: Equatable {
  case title(String)
  case number(Int)
}
