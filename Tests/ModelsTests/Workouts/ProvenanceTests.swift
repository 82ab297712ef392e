import FoundationEssentials
import Models
import Testing

struct ProvenanceTests {
  @Test func `reps without instants are always typed`() {
    let draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Date(millisecondsSince1970: 0),
      log: RepLog(manualReps: 3)!, provenance: .paused)
    #expect(draft.workout(by: "Ann").provenance == [.paused, .typed])
  }

  @Test func `a result is live unless it was typed in, edited or imported`() {
    let live: [Workout.Provenance] = [[], .paused, .init(rawValue: 1 << 40)]
    #expect(live.map(\.isLive) == [true, true, true])
    let others: [Workout.Provenance] = [.typed, .edited, .imported, [.paused, .edited]]
    #expect(others.map(\.isLive) == [false, false, false, false])
  }

  @Test func `a mark is a sign or words, and a legend explains the signs in use`() {
    #expect(Workout.Provenance([]).mark(true) == "")
    #expect(Workout.Provenance([.typed, .paused]).mark(true) == " *=")
    #expect(Workout.Provenance([.edited, .imported]).mark(false) == ", edited, imported")
    // A bit of a newer version has no mark.
    #expect(Workout.Provenance(rawValue: 1 << 40).mark(true) == "")
    #expect(Workout.Provenance.legend(of: [[], .paused, .typed]) == "* typed in   = paused")
    #expect(Workout.Provenance.legend(of: [[], []]) == nil)
  }
}
