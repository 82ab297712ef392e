import ReducerRuntime
import Scripting
import TerminalHost
import TerminalUI

/// Plays a script in virtual time, and tells what a watcher would have been told.
///
/// - Parameter theme: The theme of the command line, if any.
/// - Returns: The exit code: 1 when a picture is not as it was.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, ``FileError``, ``OutputError``.
func playAtOnce(_ played: PlayedScript, theme: Theme?, _ output: Output) throws -> Int32 {
  var budget = ScriptBudget()
  let script = try played.script(within: &budget)
  script.setup.enterZone()
  let recorded = try EventLoop.run { [budget] () async -> Result<Recorded, any Error> in
    do {
      let folder = try played.shots.map {
        try ShotFolder(path: $0, isForChecking: played.checks, budget)
      }
      let stage = try VirtualStage(script, theme: theme)
      let recorder = played.cast == nil ? nil : VirtualRecorder(stage)
      try await stage.play { shot, frame in try folder?.keep(shot, frame) }
      return .success(Recorded(differing: folder?.differing ?? [], cast: recorder?.finish()))
    } catch {
      return .failure(error)
    }
  }.get()
  if let cast = recorded.cast, let path = played.cast {
    try writeTextFile(cast.text(title: played.title), to: path)
  }
  if !played.checks {
    for caption in script.captions { try output.line(caption) }
  }
  for name in recorded.differing { try output.line("\(name) is not as it was") }
  return recorded.differing.isEmpty ? 0 : 1
}

private struct Recorded: Sendable {
  /// The pictures that are not as they were.
  var differing: [String]
  var cast: Cast?
}

extension Script {
  /// What a watcher is told, in order.
  fileprivate var captions: [String] {
    steps.compactMap { step in
      if case .caption(let text) = step.command { text } else { nil }
    }
  }
}

/// Plays a script on the terminal at a person's pace, or a multiple of it.
///
/// - Returns: How it left.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, `TerminalError`, ``FileError``.
func playLive(
  _ played: PlayedScript, speed: Double, _ options: LaunchOptions
) throws -> Outcome {
  var budget = ScriptBudget()
  let script = try played.script(within: &budget)
  script.setup.enterZone()
  let issues = HeldIssues(report: nil)
  issues.install()
  defer { issues.tell(nil) }
  let (outcome, cast) = try EventLoop.run {
    [budget] () async -> Result<(Outcome, Cast), any Error> in
    var cast = Cast()
    do {
      let folder = try played.shots.map { try ShotFolder(path: $0, isForChecking: false, budget) }
      let playback = try LivePlayback(
        script, theme: options.theme.map(Theme.init), clock: LoopClock(), speed: speed,
        lastFrameTimeout: .seconds(20),
        environment: options.environment, beeps: .live,
        keep: { shot, frame in try folder?.keep(shot, frame) },
        watch: { frame, instant in if played.cast != nil { cast.add(frame, at: instant) } })
      let outcome = try await TerminalHost.run(playback, options: options.terminal)
      cast.end(at: playback.elapsed)
      if let failure = playback.failure { throw failure }
      return .success((outcome, cast))
    } catch {
      return .failure(error)
    }
  }.get()
  if let path = played.cast { try writeTextFile(cast.text(title: played.title), to: path) }
  return outcome
}
