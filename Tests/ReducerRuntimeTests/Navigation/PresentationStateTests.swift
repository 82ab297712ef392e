import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct PresentationStateTests {
  @Test func `a child is presented, changed and dismissed`() {
    var parent = Parent()
    #expect(parent.child == nil)
    parent.child = [1]
    parent.child?.append(2)
    #expect(parent.child == [1, 2])
    #expect(parent.$child.wrappedValue == [1, 2])
    parent.child = nil
    #expect(parent == Parent())
  }

  @Test func `a copy is independent`() {
    var parent = Parent(child: [1])
    let copy = parent
    parent.child?.append(2)
    #expect(copy.child == [1])
    parent.child = nil
    #expect(copy.child == [1])
  }

  @Test func `a child is changed in place`() {
    var parent = Parent(child: [1, 2, 3])
    let before = parent.child?.withUnsafeBytes { $0.baseAddress }
    parent.child?[1] = 7
    #expect(parent.child?.withUnsafeBytes { $0.baseAddress } == before)
  }

  @Test func `a feature may present a feature of the same type`() {
    let folder = Folder(name: "a", inner: Folder(name: "b"))
    #expect(folder.inner?.name == "b")
    #expect(folder.inner?.inner == nil)
  }

  @Test func `a presentation state is encoded like its wrapped value`() throws {
    let data = try JSONEncoder().encode(Parent(child: [1, 2]))
    #expect(try JSONDecoder().decode(Parent.self, from: data) == Parent(child: [1, 2]))
    let nothing = try JSONEncoder().encode(Parent())
    #expect(try JSONDecoder().decode(Parent.self, from: nothing) == Parent())
  }

  @Test func `a presentation state has the hash and description of its wrapped value`() {
    #expect(Set([Parent(child: [1]), Parent(child: [1]), Parent()]).count == 2)
    #expect(String(customDumping: Parent(child: [1])).contains("child: [\n    [0]: 1\n  ]"))
    #expect(String(customDumping: Parent()).contains("child: nil"))
  }
}

private struct Parent: Hashable, Codable {
  @PresentationState var child: [Int]?

  init(child: [Int]? = nil) { self.child = child }
}

private struct Folder: Equatable {
  var name: String
  @PresentationState var inner: Folder?

  init(name: String, inner: Folder? = nil) {
    self.name = name
    self.inner = inner
  }
}

@Suite(.checksForLeaks)
struct PresentationStateCaseTests {
  @Test func `a payload can be changed through its case`() {
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

@Suite(.checksForLeaks)
struct PresentationActionTests {
  typealias Presented = PresentationAction<Step>

  @Test func `the cases are distinguished`() {
    #expect(Presented.dismiss.is(\.dismiss))
    #expect(!Presented.presented(.stop).is(\.dismiss))
    #expect(Presented.presented(.walk(3))[case: \.presented] == .walk(3))
    #expect(Presented.dismiss[case: \.presented] == nil)
  }

  @Test func `the child's cases can be named without the presented case`() {
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
}
