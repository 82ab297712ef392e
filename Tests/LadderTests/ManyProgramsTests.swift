import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of several programs of one person that write to the same database.
@Suite(.serialized, .checkOnly)
struct ManyProgramsTests {
  private let folder = TestFolder()

  @Test(arguments: [2, 5], TestSize.seeds(test: 1, check: 1, torture: 20))
  func `many programs train and log at once without losing a workout`(
    count: Int, round: UInt64
  ) throws {
    let people = try (0..<count).map { _ in try Trainee(in: folder) }
    for ann in people { try ann.start() }
    var logged: [Int] = []
    for round in 1...3 {
      // All programs write at the same time: no result is awaited until all keys are typed and `ladder log` is running.
      for (number, ann) in people.enumerated() { try ann.press(number + round) }
      let reps = 90 + round
      let log = try PtySession(
        PtySession.path(of: "ladder"),
        ["log", "pushups-2min", "--reps", "\(reps)", "--as", "Ann", "--data", folder.path])
      logged.append(reps)
      for ann in people { try ann.waitUntilStored() }
      #expect(log.finish() == (0, 0), "\(log.output)")
    }
    for ann in people { ann.terminal.session.type("s") }
    for ann in people {
      try ann.terminal.wait(for: "Saved")
      try ann.quit()
      let output = ann.terminal.session.output
      for refusal in ["in use by another", "locked", "Not stored", "Not saved"] {
        #expect(!output.contains(refusal))
      }
    }
    let contents = try StoredWorkouts(folder)
    #expect(contents.saved == people.map(\.pressCount).sorted() + logged)
    #expect(contents.unfinished == [])
  }
}
