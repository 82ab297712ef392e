import Clients
import ClientsLive
import FoundationEssentials
import Glibc
import Models
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// The version of the program, by semantic versioning.
let version = "0.1.0"

/// The program as a shell sees it: it takes words, writes text and has an exit code.
///
/// The exit code is 0 for done, 1 for a failure, and 2 for a command line that cannot be used.
package struct CommandLineTool {
  /// The command line, the program's own name first.
  var arguments: [String]

  /// Looks up an environment variable.
  var environment: (String) -> String?

  var output: Output

  /// Whether a person sits at both ends, keyboard and screen.
  var isTerminal: Bool

  /// The wall clock.
  var now: () -> Date = { Date() }

  /// Takes a line about something that went wrong.
  var report: (String) -> Void = Self.writeToStandardError

  /// Lets the process write to these paths only, for good. Tests, which share their process, leave it out.
  var confine: (_ paths: [String]) -> Void = { _ in }

  /// Writes a line to standard error, control characters written out: the line may name a file, or quote one.
  static func writeToStandardError(_ line: String) {
    let bytes = Array((line.escapedText + "\n").utf8)
    // A failure here cannot be reported anywhere.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Runs the command that the command line asks for, and reports what it throws.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    do {
      // Before anything asks for the local time.
      try TimeZoneVariable(environment: environment).validate()
      let code = try perform()
      try output.flush()
      return code
    } catch let error as UsageError {
      report("ladder: \(error.line)")
      return 2
    } catch let error as TerminalError {
      report("ladder: \(error); \(Self.noTerminalHint)")
      return 2
    } catch let error as ScriptError {
      // As compilers do, so that editors find the line.
      report("\(error)")
      return 2
    } catch let error as ScriptFileError {
      report("ladder: \(error)")
      return 2
    } catch let error as any ExplainedError {
      report("ladder: \(error.sentence)")
      return 1
    } catch let error as BackupError {
      report("ladder: \(error.sentence)")
      return 1
    } catch OutputError.closed {
      // `ladder history | head -1` got what it wanted.
      return 0
    } catch let OutputError.failed(reason) {
      report("ladder: cannot write the output (\(reason))")
      return 1
    } catch {
      report("ladder: \(error)")
      return 1
    }
  }

  private func perform() throws -> Int32 {
    let parsed = try ParsedArguments(arguments)
    if parsed.has(.help) {
      let command = parsed.positionalArguments.first.flatMap {
        try? CommandTable.command(named: $0)
      }
      output.append(command.map(HelpText.text(of:)) ?? HelpText.text)
      return 0
    }
    if parsed.has(.version) {
      output.append("ladder \(version)\n")
      return 0
    }
    let invocation = try Invocation(parsed, catalogue: catalogue, now: now)
    return try invocation.command().run(in: self)
  }

  /// Throws unless a person sits at a terminal.
  ///
  /// - Throws: ``UsageError``.
  func requireTerminal() throws {
    guard isTerminal else {
      throw UsageError("this needs a terminal; \(Self.noTerminalHint)")
    }
  }

  private static let noTerminalHint =
    "without one, use \"ladder --plain\", \"ladder history\", \"ladder leaderboard CHALLENGE\" or "
    + "\"ladder challenges\""

  /// Ends the process as the app ended.
  func terminate(with outcome: Outcome) -> Never {
    var outcome = outcome
    outcome.message = outcome.message.map { "ladder: \($0.escapedText)" }
    outcome.exitProcess()
  }
}
