import ClientsLive
import FoundationEssentials
import Models
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct DemoTests {
  /// Plays the demos on the whole app: their expectations must be met.
  @Test(arguments: Demo.all.map(\.name))
  func `a demo plays to its end and exits`(name: String) async throws {
    let demo = try #require(Demo.all.first { $0.name == name })
    let played = try VirtualStage(try demo.script())
    try await played.play()
    #expect(played.world.program.exit == Exit())
  }

  @Test func `the tour takes under a minute`() throws {
    let tour = try Demo.all[0].script()
    #expect(tour.duration < .seconds(58))
  }

  @Test(.checkOnly) func `a script plays the same way every time`() async throws {
    func cast() async throws -> String {
      let played = try VirtualStage(try Demo.all[0].script())
      let recorder = VirtualRecorder(played)
      try await played.play()
      return recorder.finish().text(title: "test")
    }
    let first = try await cast()
    #expect(try await cast() == first)
  }

  @Test(arguments: Fixture.names)
  func `a fixture can be read, and fills a database`(name: String) throws {
    let fixture = try Fixture(named: name)
    #expect(fixture.entries.count + fixture.sessions.count > 20)
    let (stores, ann) = (try Stores.inMemory(), try #require(PersonName("Ann")))
    try fixture.fill(stores, person: ann, clock: Date(timeIntervalSince1970: 1_767_225_600))
    #expect(try stores.strength.summaries(of: ann).isEmpty == fixture.sessions.isEmpty)
  }

  @Test func `an invalid line of a fixture is reported`() {
    #expect(
      throws: ScriptError(
        .init(2, in: "test"),
        "expected NAME | CHALLENGE | REPS | M:SS | DAYS AGO | HH:MM, "
          + "or EXERCISE | SETS | DAYS AGO | HH:MM")
    ) {
      try Fixture(
        parsing: "squat | 100x5 | 2 | 07:00\nAda | flying | 3 | 1:00 | 2 | 07:00", file: "test")
    }
  }
}
