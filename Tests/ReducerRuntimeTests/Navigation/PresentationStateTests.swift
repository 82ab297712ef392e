import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct PresentationStateTests {
  @Test func `it is replaced and changed through its projection`() {
    var parent = Parent()
    parent.$child = PresentationState(wrappedValue: [1])
    #expect(parent.child == [1])
    parent.$child.wrappedValue?.append(2)
    parent.child = [3]
    #expect(parent.child == [3])
  }

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

  @Test func `a feature may present one of its own kind`() {
    let folder = Folder(name: "a", inner: Folder(name: "b"))
    #expect(folder.inner?.name == "b")
    #expect(folder.inner?.inner == nil)
  }

  @Test func `encoding is that of the wrapped value`() throws {
    let data = try JSONEncoder().encode(Parent(child: [1, 2]))
    #expect(try JSONDecoder().decode(Parent.self, from: data) == Parent(child: [1, 2]))
    let nothing = try JSONEncoder().encode(Parent())
    #expect(try JSONDecoder().decode(Parent.self, from: nothing) == Parent())
  }

  @Test func `hash and description are those of the wrapped value`() {
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
