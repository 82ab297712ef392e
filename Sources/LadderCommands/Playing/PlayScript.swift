import CommandLineInterface
import Models
import ReducerRuntime
import Scripting
import TerminalHost
import TerminalUI

/// Plays a script in virtual time and prints its captions.
///
/// - Parameter theme: The theme from the command line, if any.
/// - Returns: The exit code: 1 if a screenshot differs from the one in the folder.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, ``FileError``, ``OutputError``.
func playInVirtualTime(_ playback: ScriptPlayback, theme: Theme?, _ output: Output) throws -> Int32
{
  var budget = ScriptBudget()
  let script = try playback.script(within: &budget)
  script.setup.applyTimeZone()
  let result = try EventLoop.run { [budget] () async -> Result<PlaybackResult, any Error> in
    do {
      let folder = try playback.shots.map {
        try ShotFolder(path: $0, isComparing: playback.shouldCompare, budget)
      }
      let stage = try VirtualStage(script, theme: theme)
      let recorder = playback.cast == nil ? nil : VirtualRecorder(stage)
      try await stage.play { shot, frame in try folder?.saveOrCompare(shot, frame) }
      return .success(
        PlaybackResult(mismatches: folder?.mismatches ?? ProblemList(), cast: recorder?.finish()))
    } catch {
      return .failure(error)
    }
  }.get()
  if let cast = result.cast, let path = playback.cast {
    try writeTextFile(cast.text(title: playback.title), to: path)
  }
  if !playback.shouldCompare {
    for caption in script.captions { try output.appendLine(caption) }
  }
  for name in result.mismatches { try output.appendLine("\(name) differs from the saved picture") }
  if let omitted = result.mismatches.omittedText { try output.appendLine(omitted) }
  return result.mismatches.isEmpty ? 0 : 1
}

private struct PlaybackResult: Sendable {
  /// The file names of the screenshots that differ.
  var mismatches: ProblemList<String>
  var cast: Cast?
}

extension Script {
  /// The captions of the script in order.
  fileprivate var captions: [String] {
    steps.compactMap { step in
      if case .caption(let text) = step.command { text } else { nil }
    }
  }
}

/// Plays a script on the terminal.
///
/// - Parameter speed: The speed as a multiple of real time.
/// - Returns: The outcome of the app.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, `TerminalError`, ``FileError``.
func playOnTerminal(
  _ playback: ScriptPlayback, speed: Double, _ options: LaunchOptions
) throws -> ProgramOutcome {
  var budget = ScriptBudget()
  let script = try playback.script(within: &budget)
  script.setup.applyTimeZone()
  let issues = IssueBuffer(report: nil)
  issues.install()
  defer { issues.printMessages(nil) }
  let (outcome, cast) = try EventLoop.run {
    [budget] () async -> Result<(ProgramOutcome, Cast), any Error> in
    var cast = Cast()
    do {
      let folder = try playback.shots.map { try ShotFolder(path: $0, isComparing: false, budget) }
      let livePlayback = try LivePlayback(
        script, theme: options.theme.map(Theme.init), clock: LoopClock(), speed: speed,
        lastFrameTimeout: .seconds(20),
        environment: options.environment, cues: .bell,
        saveShot: { shot, frame in try folder?.saveOrCompare(shot, frame) },
        onFrame: { frame, instant in if playback.cast != nil { cast.add(frame, at: instant) } })
      let outcome = try await TerminalHost.run(livePlayback, options: options.terminal)
      cast.end(at: livePlayback.elapsed)
      if let failure = livePlayback.failure { throw failure }
      return .success((outcome, cast))
    } catch {
      return .failure(error)
    }
  }.get()
  if let path = playback.cast { try writeTextFile(cast.text(title: playback.title), to: path) }
  return outcome
}
