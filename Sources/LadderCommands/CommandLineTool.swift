import Clients
import ClientsLive
import FoundationEssentials
import Glibc
import Models
import Scripting
import Server
import TerminalHost
import TerminalUI

/// The version of the program, by semantic versioning.
let version = "0.1.0"

/// The command-line interface of the program.
///
/// The exit code is 0 for success, 1 for a failure, and 2 for an invalid command line.
package struct CommandLineTool {
  /// The command line, starting with the program's name.
  var arguments: [String]

  /// Returns the value of an environment variable.
  var environment: (String) -> String?

  var output: Output

  /// Whether standard input and output are a terminal.
  var isTerminal: Bool

  /// The wall clock.
  var now: () -> Date = { Date() }

  /// Reports an error in one line.
  var report: (String) -> Void = Self.writeToStandardError

  /// Replaces the line about the progress of a command, which an empty text removes.
  var showProgress: (String) -> Void = { _ in }

  /// Permanently restricts the writes of the process to these paths. Tests run in a shared process and don't set it.
  var confine: (_ paths: [String]) -> Void = { _ in }

  /// Writes a line to standard error. Control characters are escaped, because the line may contain text from a file.
  static func writeToStandardError(_ line: String) {
    let bytes = Array((line.escapedText + "\n").utf8)
    // A failure here cannot be reported anywhere.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Replaces the current line of standard error with a text of the program, if it is a terminal.
  static func writeProgress(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let bytes = Array("\r\u{1B}[K\(text)".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Runs the command and reports its errors.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    do {
      // This must precede the first use of local time.
      try TimeZoneVariable(environment: environment).validate()
      let code = try perform()
      try output.flush()
      return code
    } catch let error as UsageError {
      report("ladder: \(error.line)")
      return 2
    } catch let error as TerminalError {
      report("ladder: \(error); \(error.remedy ?? Self.noTerminalHint)")
      return 2
    } catch let error as ScriptError {
      // Without the prefix, as compilers do, so that editors find the line.
      report("\(error)")
      return 2
    } catch let error as ScriptFileError {
      report("ladder: \(error)")
      return 2
    } catch let error as any ExplainedError {
      report("ladder: \(error.sentence)")
      return 1
    } catch let error as HTTPServerError {
      report("ladder: \(error.sentence)")
      return 1
    } catch let error as StorageError {
      report("ladder: \(error.sentence)")
      return 1
    } catch OutputError.closed {
      // The reader has enough, as in `ladder history | head -1`.
      return 0
    } catch let OutputError.failed(reason) {
      let details = [reason, output.completedChange].compactMap(\.self).joined(separator: "; ")
      report("ladder: cannot write the output (\(details))")
      return 1
    } catch {
      report("ladder: \(error)")
      return 1
    }
  }

  private func perform() throws -> Int32 {
    let parsed = try ParsedArguments(arguments)
    if parsed.has(.help) {
      let command = try? CommandTable.command(named: parsed.positionalArguments)
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

  /// Checks that standard input and output are a terminal.
  ///
  /// - Throws: ``UsageError`` if they aren't.
  func requireTerminal() throws {
    guard isTerminal else {
      throw UsageError("this needs a terminal; \(Self.noTerminalHint)")
    }
  }

  private static let noTerminalHint =
    "without one, use \"ladder --plain\", \"ladder history\", \"ladder leaderboard CHALLENGE\" or "
    + "\"ladder challenges\""

  /// Exits the process with the outcome of the app.
  func terminate(with outcome: ProgramOutcome) -> Never {
    var outcome = outcome
    outcome.message = outcome.message.map { "ladder: \($0.escapedText)" }
    outcome.exitProcess()
  }
}
