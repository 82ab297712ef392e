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

/// Tests of the whole app in virtual time with random input, which check invariants after each step.
///
/// A failing sequence is saved as a script, so that `ladder play FILE` shows it. `LADDER_MONKEY=SEED` repeats one
/// seed.
///
/// Serialized, because advancing the time runs the effects of all apps in the process.
@MainActor
@Suite(.serialized, .checksForLeaks)
struct MonkeyTests {
  /// The number of steps of one monkey, which starts with a gym's workouts and an app of its own.
  nonisolated private static let stepsPerRun = 1000

  nonisolated private static let seeds: [UInt64] = {
    if let seed = getenv("LADDER_MONKEY").flatMap({ UInt64(String(cString: $0)) }) { return [seed] }
    return Array(1...UInt64(TestSize.choose(test: 1, check: 5, torture: 1000)))
  }()

  /// The interval of comparisons with a completely drawn frame, which is also the interval of idle checks: each costs
  /// as much as some keys.
  nonisolated private static let frameCheckInterval = 8

  @Test(arguments: seeds)
  func `no input breaks the app`(seed: UInt64) async throws {
    var script = Script()
    script.setup.seed = seed
    script.setup.size = Size(80, 24)
    script.setup.database = .fixture("gym")
    let played = try VirtualStage(script)
    var monkey = Monkey(seed: seed, size: Size(80, 24))
    for number in 1...Self.stepsPerRun {
      let command = monkey.next()
      script.steps.append(.init(line: .init(number, in: "monkey"), command: command))
      try await played.perform(command)
      let invariantViolations = played.invariantViolations(
        isGlance: number % Self.frameCheckInterval == 0)
      guard invariantViolations.isEmpty else {
        let path = try Self.write(script, seed)
        Issue.record(
          """
          seed \(seed), key \(number), \(command.text): \(invariantViolations.joined(separator: "; "))
          to see it: ladder play \(path); to try it again: LADDER_MONKEY=\(seed)
          """)
        return
      }
      if played.stage.app.exit != nil {
        // The effects of the app end with it, so that the next app starts without sleepers.
        played.stage.restart()
        played.time.settle()
        script.steps.append(.init(line: .init(number, in: "monkey"), command: .restart))
      }
    }
    try await expectSound(played, seed)
  }

  /// Checks that the final database is readable and consistent.
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

/// The folder of failing sequences, which stays after the test.
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
      stage.drawIfNeeded()
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

  /// Returns the violated invariants of the state, the frame and the active effects.
  fileprivate func invariantViolations(isGlance: Bool) -> [String] {
    guard let app = stage.app as? AppProgram else { return ["another program"] }
    var invariantViolations = app.store.withState(\.invariantViolations)
    let isIdle = app.store.withState(\.isIdle)
    // A running workout sleeps for its tick, and a film, a rest or a note may sleep as well; sleepers must not
    // accumulate.
    if time.clock.pendingSleepCount > 8 {
      invariantViolations.append("\(time.clock.pendingSleepCount) sleep on the clock")
    }
    if isIdle, time.clock.pendingSleepCount > 0 {
      invariantViolations.append("a task sleeps in an idle app")
    }
    if isIdle, !app.store.isIdle { invariantViolations.append("an effect goes on at rest") }
    guard isGlance, app.exit == nil else { return invariantViolations }
    stage.drawIfNeeded()
    if !stage.frame.changes(since: app.fullFrame(of: stage.size)).isEmpty {
      invariantViolations.append("the frame is not whole:\n" + stage.frame.golden)
    }
    return invariantViolations
  }
}
