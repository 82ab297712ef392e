import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct DiffTests {
  @Test func `equal values have no difference`() {
    #expect(diff(Team(name: "A", members: []), Team(name: "A", members: [])) == nil)
    #expect(diff((1, "a"), (1, "a")) == nil)
  }

  @Test func `what is equal is abbreviated`() {
    #expect(
      diff(
        Team(name: "A", members: [Member(id: 1, name: "Ada"), Member(id: 2, name: "Bob")]),
        Team(name: "A", members: [Member(id: 1, name: "Ada"), Member(id: 2, name: "Cy")])) == """
            Team(
              name: "A",
              members: [
                [0]: Member(…),
                [1]: Member(
                  id: 2,
          -       name: "Bob"
          +       name: "Cy"
                )
              ]
            )
          """)
  }

  @Test func `an element with the same id is the same element`() {
    #expect(
      diff(
        [Member(id: 1, name: "Ada"), Member(id: 2, name: "Bob"), Member(id: 3, name: "Cy")],
        [Member(id: 1, name: "Eve"), Member(id: 3, name: "Cy"), Member(id: 4, name: "Dan")]) == """
            [
              [0]: Member(
                id: 1,
          -     name: "Ada"
          +     name: "Eve"
              ),
          -   [1]: Member(
          -     id: 2,
          -     name: "Bob"
          -   ),
              [1]: Member(…),
          +   [2]: Member(
          +     id: 4,
          +     name: "Dan"
          +   )
            ]
          """)
  }

  @Test func `runs of equal elements are counted`() {
    var changed = Array(1...100)
    changed[50] = 0
    changed.append(101)
    #expect(
      diff(Array(1...100), changed) == """
          [
            … (50 unchanged),
        -   [50]: 51,
        +   [50]: 0,
            … (49 unchanged),
        +   [100]: 101
          ]
        """)
  }

  @Test func `equal elements of an unordered collection come last`() {
    #expect(
      diff(Set([1, 2, 3]), Set([1, 3, 4])) == """
          Set([
        -   2,
        +   4,
            … (2 unchanged)
          ])
        """)
    #expect(
      diff(["a": 1, "b": 2], ["a": 1, "b": 3, "c": 4]) == """
          [
        -   "b": 2,
        +   "b": 3,
        +   "c": 4,
            … (1 unchanged)
          ]
        """)
  }

  @Test func `cases are compared if they are the same`() {
    #expect(diff(Move.left, Move.right) == "- Move.left\n+ Move.right")
    #expect(diff(Move.jump(1), Move.jump(2)) == "- Move.jump(1)\n+ Move.jump(2)")
    #expect(
      diff(Move.turn(1, fast: true), Move.turn(1, fast: false)) == """
          Move.turn(
            1,
        -   fast: true
        +   fast: false
          )
        """)
    #expect(
      diff(Member(id: 1, name: "A") as Member?, nil) == """
        - Member(
        -   id: 1,
        -   name: "A"
        - )
        + nil
        """)
  }

  @Test func `two values are printed whole if one of them fits on one line`() {
    #expect(
      diff(Roster(members: []), Roster(members: [Member(id: 1, name: "Ada")])) == """
        - Roster(members: [])
        + Roster(
        +   members: [
        +     [0]: Member(
        +       id: 1,
        +       name: "Ada"
        +     )
        +   ]
        + )
        """)
    #expect(
      diff(Badge(text: nil), Badge(text: "a\nb")) == """
        - Badge(text: nil)
        + Badge(
        +   text: \"""
        +   a
        +   b
        +   \"""
        + )
        """)
  }

  @Test func `values that stand for others are compared if their own types are equal`() {
    #expect(diff(AnyHashable(Move.left), AnyHashable(1)) == "- Move.left\n+ 1")
    #expect(diff(AnyHashable(Move.left) as Any, 1) == "- .left\n+ 1")
    #expect(
      diff(AnyHashable(Move.turn(1, fast: true)), AnyHashable(Move.turn(2, fast: true))) == """
          Move.turn(
        -   1,
        +   2,
            fast: true
          )
        """)
    #expect(
      diff([AnyHashable("a")] as [Any], ["b"]) == """
          [
        -   [0]: "a"
        +   [0]: "b"
          ]
        """)
  }

  @Test func `strings of several lines are compared line by line`() {
    #expect(
      diff(Note(title: "a", text: "one\ntwo"), Note(title: "a", text: "one\nthree")) == """
          Note(
            title: "a",
            text: \"""
              one
        -     two
        +     three
              \"""
          )
        """)
    #expect(
      diff(Note(title: "a", text: "one\ntwo"), Note(title: "b", text: "one\ntwo")) == """
          Note(
        -   title: "a",
        +   title: "b",
            text: "…"
          )
        """)
  }

  @Test func `values of different types name their types`() {
    #expect(diff(1.5 as Float as Any, 1.5 as Double) == "- 1.5 as Float\n+ 1.5 as Double")
  }

  @Test func `two objects with different properties are printed whole`() {
    let (one, two, three) = (Object(id: 1), Object(id: 2), Object(id: 3))
    #expect(diff(one, two) == "- Object(id: 1)\n+ #1 Object(id: 2)")
    #expect(diff(one, Object(id: 1)) == nil)
    #expect(
      diff([one, two, two], [one, two, three]) == """
          [
            … (2 unchanged),
        -   [2]: Object(id: 2)
        +   [2]: #1 Object(id: 3)
          ]
        """)
    #expect(
      diff((one, two, two), (one, two, three)) == """
          (
            Object(id: 1),
            #1 Object(id: 2),
        -   #1 Object(↩︎)
        +   #2 Object(id: 3)
          )
        """)
  }

  @Test func `objects that refer to each other are compared once`() {
    let (one, two) = (Ring(id: 1), Ring(id: 1))
    (one.next, two.next) = (one, two)
    #expect(diff(one, two) == nil)
    let three = Ring(id: 3)
    three.next = one
    #expect(
      diff(one, three) == """
        - Ring(
        -   id: 1,
        -   next: Ring(↩︎)
        - )
        + #1 Ring(
        +   id: 3,
        +   next: Ring(↩︎)
        + )
        """)
    for ring in [one, two, three] { ring.next = nil }
  }

  @Test func `objects are compared with the properties of their superclasses`() {
    #expect(diff(Named(id: 1), Named(id: 1)) == nil)
    #expect(diff(Named(id: 1), Named(id: 2)) != nil)
  }

  @Test func `values that differ although they print the same are marked`() {
    #expect(
      diff(Unequal(), Unequal()) == """
          // The values differ, but their dumps are equal:
        - Unequal(…)
        + Unequal(…)
        """)
  }

  @Test func `a difference can have other marks`() {
    #expect(diff(1, 2, format: .proportional) == "\u{2212} 1\n+ 2")
    #expect(
      diff((0, 1), (0, 2), format: DiffFormat(first: "<", second: ">", both: "=")) == """
        = (
        =   0,
        <   1
        >   2
        = )
        """)
  }

  @Test func `every line of a key has a mark`() {
    let values = ["a\nb": Reference.changed, "a\nc": Reference.changed]
    #expect(
      diff(values, values) == """
          [
            \"""
            a
            b
            \""": #1 Member(
              id: 1,
        -     name: "Ada"
        +     name: "Bob"
            ),
        -   \"""
        -   a
        -   c
        -   \""": #1 Member(↩︎)
        +   \"""
        +   a
        +   c
        +   \""": #1 Member(↩︎)
          ]
        """)
  }

  @Test func `a shared value that has changed is compared with its earlier value`() {
    #expect(
      diff([Reference.changed], [Reference.changed]) == """
          [
            [0]: #1 Member(
              id: 1,
        -     name: "Ada"
        +     name: "Bob"
            )
          ]
        """)
  }
}

private struct Member: Equatable, Identifiable {
  var id: Int
  var name: String
}

private struct Team: Equatable {
  var name: String
  var members: [Member]
}

private struct Roster: Equatable {
  var members: [Member]
}

private struct Badge: Equatable {
  var text: String?
}

private enum Move: Hashable {
  case left, right
  case jump(Int)
  case turn(Int, fast: Bool)
}

private struct Note: Equatable {
  var title: String
  var text: String
}

private final class Object {
  let id: Int
  init(id: Int) { self.id = id }
}

private class Ring {
  let id: Int
  var next: Ring?
  init(id: Int) { self.id = id }
}

private final class Named: Ring {
  let name = "A"
}

private struct Unequal: Equatable {
  var a = 1
  var b = 2
  static func == (lhs: Unequal, rhs: Unequal) -> Bool { false }
}

private final class Reference: _CustomDiffObject, Sendable {
  static let changed = Reference()
  var _customDiffValues: (Any, Any) { (Member(id: 1, name: "Ada"), Member(id: 1, name: "Bob")) }
}
