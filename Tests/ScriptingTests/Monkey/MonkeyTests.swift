import FoundationEssentials
import Glibc
import Models
import ReducerTestSupport
import SQLite
import SystemTestSupport
import TerminalUI
import Testing

@testable import ClientsLive
@testable import Features
@testable import ReducerRuntime
@testable import Scripting

/// A monkey at the keyboard of the whole app, in virtual time: what must hold is looked at after each thing it does.
///
/// A sequence that fails is written down as a script, so that `ladder play FILE` shows it, and one seed alone is tried
/// with `LADDER_MONKEY=SEED`.
///
/// One after the other: whoever lets time pass lets all apps that are there come to rest.
@MainActor
@Suite(.serialized, .leavesNothing)
struct MonkeyTests {
  /// Keys of one monkey, which begins with a gym's workouts and an app of its own.
  nonisolated private static let keysEach = 1000

  nonisolated private static let seeds: [UInt64] = {
    if let seed = getenv("LADDER_MONKEY").flatMap({ UInt64(String(cString: $0)) }) { return [seed] }
    return Array(1...UInt64(TestSize.choose(test: 1, check: 5, torture: 1000)))
  }()

  /// How often the frame is compared with one that is drawn whole, and this as often as nothing moves by itself: each
  /// costs as much as some keys.
  nonisolated private static let glance = 8

  @Test(arguments: seeds)
  func `no input breaks the app`(seed: UInt64) async throws {
    var script = Script()
    script.setup.seed = seed
    script.setup.size = Size(80, 24)
    script.setup.database = .fixture("gym")
    let played = try VirtualStage(script)
    var monkey = Monkey(seed: seed, size: Size(80, 24))
    for number in 1...Self.keysEach {
      let command = monkey.next()
      script.steps.append(.init(line: .init(number, in: "monkey"), command: command))
      try await played.perform(command)
      let flaws = played.flaws(isGlance: number % Self.glance == 0)
      guard flaws.isEmpty else {
        let path = try Self.write(script, seed)
        Issue.record(
          """
          seed \(seed), key \(number), \(command.text): \(flaws.joined(separator: "; "))
          to see it: ladder play \(path); to try it again: LADDER_MONKEY=\(seed)
          """)
        return
      }
      if played.stage.app.exit != nil {
        // What it had under way ends with it: the next one finds nobody asleep.
        played.stage.restart()
        played.time.settle()
        script.steps.append(.init(line: .init(number, in: "monkey"), command: .restart))
      }
    }
    try await expectSound(played, seed)
  }

  /// What the monkey has left in the database can be read, and adds up.
  private func expectSound(_ played: VirtualStage, _ seed: UInt64) async throws {
    try await played.world.database.withStores { stores in
      let verdict = try stores.connection.first("PRAGMA integrity_check") { $0.text(0) }
      #expect(verdict == "ok", "seed \(seed)")
      _ = try stores.connection.content
    }
  }

  private static func write(_ script: Script, _ seed: UInt64) throws -> String {
    let path = "\(FailureFolder.path)/ladder-monkey-\(seed).ladder"
    writeFile(
      script.setup.text + "\n" + script.steps.map { $0.command.text + "\n" }.joined(), to: path)
    return path
  }
}

/// Where a sequence that failed stays when the test is over.
private enum FailureFolder {
  static let path = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}

extension VirtualStage {
  fileprivate func perform(_ command: Script.Command) async throws {
    switch command {
    case .press(let key, _, _): stage.handle(.key(key))
    case .type(let text): for character in text { stage.handle(.key(Key(character))) }
    case .advance(let duration): try await time.pass(duration)
    case .paste(let text): stage.handle(.paste(TextSanitizer.sanitize(text)))
    case .resize(let size): stage.resize(to: size)
    case .mouse(let event):
      stage.look()
      stage.handle(.mouse(event))
    case .focus(let isFocused): stage.handle(.focus(isFocused))
    case .suspend(let duration):
      stage.handle(.suspended)
      time.settle()
      try await time.passSuspended(duration)
      stage.handle(.resumed)
      try await time.pass(.zero)
    case .hold(let key): stage.handle(.repeated(key))
    case .release(let key): stage.handle(.released(key))
    case .disk(let isWritable): try await world.database.setWritable(isWritable)
    case .rep, .restart, .tap, .expect, .end, .caption, .shot: break
    }
    time.settle()
  }

  /// What is wrong with the state, the frame and what is under way.
  fileprivate func flaws(isGlance: Bool) -> [String] {
    guard let app = stage.app as? AppProgram else { return ["another program"] }
    var flaws = app.store.withState(\.flaws)
    let isAtRest = app.store.withState(\.isAtRest)
    // A running workout sleeps for its tick, and beside it a film, a rest or a note may; nothing may pile up.
    if time.clock.remembered > 8 { flaws.append("\(time.clock.remembered) sleep on the clock") }
    if isAtRest, time.clock.remembered > 0 { flaws.append("somebody sleeps at rest") }
    if isAtRest, !app.store.isAtRest { flaws.append("an effect goes on at rest") }
    guard isGlance, app.exit == nil else { return flaws }
    stage.look()
    if !stage.frame.changes(since: app.wholeFrame(of: stage.size)).isEmpty {
      flaws.append("the frame is not whole:\n" + stage.frame.golden)
    }
    return flaws
  }
}
