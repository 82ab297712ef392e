import FoundationEssentials
import Glibc
import Models
import ReducerTestSupport
import SQLite
import SystemTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import ClientsLive
@testable import HistoryFeatures
@testable import ReducerRuntime
@testable import Scripting
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of the whole app in virtual time with random input, which check invariants after each step.
///
/// A failing sequence is saved as a script, which `ladder play FILE` shows. `LADDER_MONKEY=SEED` repeats a seed.
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

  /// The number of steps between two comparisons with a completely drawn frame. Each comparison
  /// takes as long as several keys.
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
        // The restart ends the effects of the app that exited, so that the next app starts without sleepers.
        stage.stage.restart()
        stage.time.settle()
        script.steps.append(.init(line: .init(number, in: "monkey"), command: .restart))
      }
    }
    try await expectIntactDatabase(of: stage, seed)
  }

  /// Checks that the final database is readable and consistent.
  private func expectIntactDatabase(of stage: VirtualStage, _ seed: UInt64) async throws {
    try await stage.world.database.run { stores in
      let result = try stores.first("PRAGMA integrity_check") { $0.text(0) }
      #expect(result == "ok", "seed \(seed)")
      _ = try stores.content
    }
  }

  private static func write(_ script: Script, _ seed: UInt64) throws -> String {
    let path = "\(FailureFolder.path)/ladder-monkey-\(seed).ladder"
    writeFile(
      script.setup.text + "\n" + script.steps.map { $0.command.text + "\n" }.joined(), to: path)
    return path
  }
}

/// The folder of failing sequences, which is kept after the test.
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
    case .rep, .restart, .tap, .expect, .end, .caption, .speed, .shot: break
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
    // A running workout sleeps until its next tick, and an animation, a rest or a message may sleep. Sleepers must not
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

/// A source of random input: keys with and without effect, text, pastes, pauses, clicks and resizes. The same seed
/// gives the same input.
struct Monkey {
  private var random: SeededGenerator
  private let keys: [Key]
  private var size: Size

  init(seed: UInt64, size: Size) {
    random = SeededGenerator(seed: seed)
    self.size = size
    let special: [Key] = [
      .enter, .escape, .tab, .backTab, .space, .backspace, .delete, .up, .down, .left, .right,
      .home, .end, .pageUp, .pageDown, .function(1), .control("l"), .alt("x"), "0", "9", "Z", "ß",
    ]
    // All keys with an effect on some screen, and some without effect.
    keys = AppTab.keys.rows.flatMap(\.keys) + special
  }

  /// Returns the next step.
  mutating func next() -> Script.Command {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: return .press(pick(keys), count: 1, interval: .zero)
    // These keys are more frequent, because most invariants concern a running workout.
    case 62..<70: return .press(pick([.space, "s", .enter, "p"]), count: 1, interval: .zero)
    case 70..<82: return .advance(.milliseconds(pick([0, 7, 40, 150, 400, 1000])))
    // Reaching the end of a rest or a workout takes ten thousand ticks, so long advances are rare.
    case 82: return .advance(.seconds(pick([3, 3, 3, 3, 3, 3, 3, 3, 3, 100])))
    case 83..<86: return .type(pick(["20", "2:30", "40/20 x6", "Ann", "x", "腕立て", "\u{301}"]))
    case 86: return .paste(pick(Self.pasted))
    case 87..<90: return .resize(nextSize())
    case 90..<94:
      return .mouse(MouseEvent(pick([.press, .press, .wheelUp, .wheelDown]), at: place()))
    case 94: return .focus(pick([true, false]))
    case 95: return .suspend(.seconds(pick([0, 1, 100])))
    case 96, 97: return .hold(pick([.space, "+", "s", .down]))
    case 98: return .release(pick([.space, "+", "s", .down]))
    case 99 where Bool.random(using: &random): return .network(isOn: pick([true, false]))
    default: return .disk(isWritable: pick([true, true, false]))
    }
  }

  private static let pasted = [
    "", "5 : 00", "a\u{1B}[2J", "\u{202E}שלום", String(repeating: "長い", count: 300),
    "e" + String(repeating: "\u{301}", count: 500), "👩‍👩‍👧 🇩🇪",
  ]

  private mutating func nextSize() -> Size {
    size =
      Int.random(in: 0..<4, using: &random) == 0
      ? Size(.random(in: 1...200, using: &random), .random(in: 1...60, using: &random))
      : pick([Size(80, 24), Size(40, 12), Size(100, 30), Size(1, 1)])
    return size
  }

  private mutating func place() -> Point {
    Point(
      .random(in: 0...size.width, using: &random), .random(in: 0...size.height, using: &random))
  }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &random)]
  }
}

/// The invariants of the app's state.
extension AppTab.State {
  /// The violated invariants; empty if there are none.
  var invariantViolations: [String] {
    var invariantViolations: [String] = []
    func expect(_ condition: Bool, _ description: String) {
      if !condition { invariantViolations.append(description) }
    }

    expect(isIn(workouts.selection, workouts.visibleChallenges.count), "no challenge at selection")
    expect(workouts.input.text.count <= 60, "a search of \(workouts.input.text.count) characters")
    if let history = workouts.destination?.history {
      expect(isIn(history.selection, history.workouts.count), "no workout at the selection")
    }
    if let editor = workouts.destination?.challengeEditor {
      expect(editor.form.isWithinLimits, "a line of a challenge's form is too long")
      if let blocks = editor.blocks {
        expect(isIn(blocks.selection, blocks.lines.count), "no block at the selection")
        expect(Routine(blocks.routine.text) == blocks.routine, "the blocks are not a valid workout")
      }
    }
    for editor in [
      workouts.destination?.history?.destination?.editor, pageInSight?.destination?.editor,
    ] {
      expect(editor?.form.isWithinLimits ?? true, "a line of a form is too long")
    }
    let window = leaderboard.window
    expect(isIn(window.selection, window.entries.count), "no line at the leaderboard's selection")
    expect(window.entries.count <= LeaderboardWindow.maxCount, "too many leaderboard entries")
    expect(
      isIn(profile.history.selection, profile.history.workouts.count),
      "no workout at the profile's selection")
    expect(Settings.Field.allCases.indices.contains(settings.selection), "no setting at selection")
    expect((settings.draft?.text ?? "").count <= PersonName.maxLength, "a name too long")
    let values = settings.settings
    expect(
      Settings.preparationRange.contains(values.preparation)
        && Settings.restRange.contains(values.rest)
        && Settings.minGapRange.contains(Int(values.minGap.wholeMilliseconds)),
      "a setting is out of range")
    if case .help(let row) = overlay { expect(row >= 0, "the help's row is negative") }
    expect(!isAskingToQuit || workouts.isWorkoutUnderWay, "asks to quit without a workout")
    if let timer = workouts.countingWorkout {
      invariantViolations += timer.invariantViolations
    }
    return invariantViolations
  }

  private func isIn(_ selection: Int, _ count: Int) -> Bool {
    selection == 0 || (0..<count).contains(selection)
  }

  /// Whether nothing on the screen changes without input. Then no task sleeps on the clock and no effect is active.
  var isIdle: Bool {
    if workouts.session?.rest?.isShownElsewhere == true { return false }
    // The leaderboard of a server waits for changes, and for the time of the next attempt to load it.
    if leaderboard.changes.areWatched { return false }
    // The room of a race follows the server, and compares the clocks.
    if workouts.destination?.race != nil { return false }
    // A message about a press disappears by itself.
    if workouts.detail?.isVideoPlaying == true || workouts.session?.isQuiet == true { return false }
    switch workouts.session?.phase {
    case nil, .ready, .saved, .resting: break
    case .paused(let pause): if pause.countdown != nil { return false }
    case .asking, .running: if workouts.countingWorkout?.isRunning == true { return false }
    // Saving an unsaved workout is tried again later.
    case .countingDown, .saving, .discarding, .notSaved: return false
    }
    // A toast disappears by itself.
    if isShowingSettings, settings.destination?.appInfo?.isToastShown == true { return false }
    return isShowingSettings || pageInSight?.isPlaying != true
  }

  /// The workout page that is open on the current tab.
  private var pageInSight: WorkoutDetail.State? {
    switch selectedTab {
    case .workouts: workouts.destination?.history?.destination?.workout
    case .leaderboard: leaderboard.destination?.workout
    case .profile: profile.history.destination?.workout
    }
  }
}

extension Form {
  /// Whether no line exceeds its maximum length.
  fileprivate var isWithinLimits: Bool { lines.allSatisfy { $0.text.count <= $0.maxLength } }
}

extension WorkoutTimer.State {
  fileprivate var invariantViolations: [String] {
    var invariantViolations: [String] = []
    if elapsedTime < .zero { invariantViolations.append("time runs backwards") }
    if let limit = challenge.scoring.timeLimit, elapsedTime > limit {
      invariantViolations.append("the time exceeds the limit")
    }
    if let goal = challenge.scoring.repGoal, repCount > goal {
      invariantViolations.append("more reps than the goal")
    }
    if let limit = challenge.scoring.timeLimit, let last = log.reps.last, last > limit {
      invariantViolations.append("a rep after the end")
    }
    if isUnderWay, start == nil { invariantViolations.append("a workout without a start time") }
    if phase == .ready, !log.reps.isEmpty { invariantViolations.append("reps before the start") }
    return invariantViolations
  }
}
