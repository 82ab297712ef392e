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
    #expect(app.program.store.workouts.input.text == "push 2 ")
    #expect(app.program.execute("q") == nil)
    #expect(app.program.store.workouts.input.text == "push 2 q")
    #expect(app.program.execute("Backspace 2") == nil)
    #expect(app.program.store.workouts.input.text == "push 2")
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

  @Test func `a line that begins as a set is one in a strength session`() {
    let app = VirtualApp()
    for line in ["W", "s", "squat", "", "100x5@8 slow", "", "90x8", "", "finish and save"] {
      #expect(app.program.execute(line) == nil)
      app.settle()
    }
    let sets = app.memory.storage.withLock { $0.finished.flatMap(\.sets) }
    #expect(sets.map(\.set.text) == ["100kgx5@8 slow", "90kgx8"])
    #expect(app.program.execute("100x5") != nil)
  }

  @Test func `an unknown line is reported`() {
    let app = VirtualApp()
    #expect(app.program.execute("jump") == "\"jump\" does nothing here; ? lists the keys")
  }
}
