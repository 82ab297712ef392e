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
  /// The number of steps of one run. Each run starts a new app with the workouts of the fixture `gym`.
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
    script.setup.groups = ["Club", "Office"]
    let stage = try VirtualStage(script)
    var monkey = Monkey(seed: seed, size: Size(80, 24))
    for number in 1...Self.stepsPerRun {
      let command = monkey.next()
      script.steps.append(.init(line: .init(number, in: "monkey"), command: command))
      try await stage.perform(command)
      let violations = stage.invariantViolations(
        shouldCheckFrame: number % Self.frameCheckInterval == 0)
      guard violations.isEmpty else {
        let path = try Self.write(script, seed)
        Issue.record(
          """
          seed \(seed), step \(number), \(command.text): \(violations.joined(separator: "; "))
          to watch it: ladder play \(path); to repeat it: LADDER_MONKEY=\(seed)
          """)
        return
      }
      if stage.stage.app.exit != nil {
        // The effects of the app end with it, so that the next app starts without sleepers.
        stage.stage.restart()
        stage.time.settle()
        script.steps.append(.init(line: .init(number, in: "monkey"), command: .restart))
      }
    }
    try await expectIntactDatabase(of: stage, seed)
  }

  /// Checks that the final database is readable and consistent.
  private func expectIntactDatabase(of stage: VirtualStage, _ seed: UInt64) async throws {
    try await stage.world.database.withStores { stores in
      let result = try stores.connection.first("PRAGMA integrity_check") { $0.text(0) }
      #expect(result == "ok", "seed \(seed)")
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
    case .network(let isOn): world.groups?.setOnline(isOn)
    case .rep, .restart, .tap, .expect, .end, .caption, .shot: break
    }
    time.settle()
  }

  /// Returns the violated invariants of the state, the frame and the active effects.
  fileprivate func invariantViolations(shouldCheckFrame: Bool) -> [String] {
    guard let app = stage.app as? AppProgram else {
      return ["the app was replaced by another program"]
    }
    var violations = app.store.withState(\.invariantViolations)
    let isIdle = app.store.withState(\.isIdle)
    // A running workout sleeps for its tick, and an animation, a rest or a note may sleep as well; sleepers must not
    // accumulate.
    if time.clock.pendingSleepCount > 8 {
      violations.append("\(time.clock.pendingSleepCount) tasks sleep on the clock")
    }
    if isIdle, time.clock.pendingSleepCount > 0 {
      violations.append("a task sleeps in an idle app")
    }
    if isIdle, !app.store.isIdle { violations.append("an effect runs in an idle app") }
    guard shouldCheckFrame, app.exit == nil else { return violations }
    stage.drawIfNeeded()
    if !stage.frame.changes(since: app.fullFrame(of: stage.size)).isEmpty {
      violations.append("the frame differs from a completely drawn one:\n" + stage.frame.golden)
    }
    return violations
  }
}
