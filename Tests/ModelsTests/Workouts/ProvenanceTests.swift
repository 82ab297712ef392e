import FoundationEssentials
import Models
import Testing

struct ProvenanceTests {
  private func derived(
    start: Int64, duration: Int64, _ log: RepLog? = RepLog()
  ) throws -> Workout.Provenance {
    Workout.derivedProvenance(
      startedAt: Date(millisecondsSince1970: start), duration: .milliseconds(duration),
      log: try #require(log))
  }

  @Test func `what earlier versions stored is typed if only typing explains it`() throws {
    #expect(
      try derived(start: 1_767_596_400_250, duration: 60_250, RepLog(manualReps: 1)) == .typed)
    #expect(try derived(start: 1_767_596_400_000, duration: 90_000) == .typed)
    // A clock was stopped.
    #expect(try derived(start: 1_767_596_400_250, duration: 90_000) == [])
    #expect(try derived(start: 1_767_596_400_000, duration: 90_250) == [])
    let counted = RepLog(milliseconds: [1000, 2000])
    #expect(try derived(start: 1_767_596_400_000, duration: 90_000, counted) == [])
  }

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
