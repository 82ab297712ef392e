import ReducerTestSupport
import Testing

@testable import Features

/// Lines of the plain mode where text is taken.
@Suite(.checksForLeaks)
@MainActor
struct PlainTypingTests {
  @Test func `a line is typed into the search, numbers and all`() {
    let app = VirtualApp()
    #expect(app.program.execute("search") == nil)
    #expect(app.program.execute("push 2 ") == nil)
    #expect(app.program.store.workouts.query == "push 2 ")
    #expect(app.program.execute("q") == nil)
    #expect(app.program.store.workouts.query == "push 2 q")
    #expect(app.program.execute("Backspace 2") == nil)
    #expect(app.program.store.workouts.query == "push 2")
  }

  @Test func `a form is filled in line by line`() {
    let app = VirtualApp()
    for line in ["a", "Stair run 5", "next field 4", "No lift", ""] {
      #expect(app.program.execute(line) == nil)
      app.settle()
    }
    #expect(app.program.store.workouts.selectedChallenge?.name == "Stair run 5")
    #expect(app.program.store.workouts.selectedChallenge?.instructions == ["No lift"])
  }

  @Test func `elsewhere a line that means nothing is said to`() {
    let app = VirtualApp()
    #expect(app.program.execute("jump") == "\"jump\" does nothing here; ? lists the keys")
  }
}
