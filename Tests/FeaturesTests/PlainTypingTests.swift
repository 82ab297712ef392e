import ReducerTestSupport
import Testing

@testable import Features

/// Tests of lines in the plain mode while a text field has the focus.
@Suite(.checksForLeaks)
@MainActor
struct PlainTypingTests {
  @Test func `a line with numbers is typed into the search`() {
    let app = VirtualApp()
    #expect(app.program.execute("search") == nil)
    #expect(app.program.execute("push 2 ") == nil)
    #expect(app.program.store.workouts.query == "push 2 ")
    #expect(app.program.execute("q") == nil)
    #expect(app.program.store.workouts.query == "push 2 q")
    #expect(app.program.execute("Backspace 2") == nil)
    #expect(app.program.store.workouts.query == "push 2")
  }

  @Test func `each line fills in a field of a form`() {
    let app = VirtualApp()
    for line in ["a", "Stair run 5", "next field 4", "No lift", ""] {
      #expect(app.program.execute(line) == nil)
      app.settle()
    }
    #expect(app.program.store.workouts.selectedChallenge?.name == "Stair run 5")
    #expect(app.program.store.workouts.selectedChallenge?.instructions == ["No lift"])
  }

  @Test func `an unknown line is reported`() {
    let app = VirtualApp()
    #expect(app.program.execute("jump") == "\"jump\" does nothing here; ? lists the keys")
  }
}
