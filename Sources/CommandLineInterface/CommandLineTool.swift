import CSystem
import FoundationEssentials
import Glibc
import Models

/// A program with its command line, environment and standard streams.
///
/// The exit code is 0 for success, 1 for a failure, and 2 for an invalid command line.
public struct CommandLineTool {
  /// The commands and options of the program.
  public let table: CommandTable

  /// The command line, starting with the program's name.
  private let arguments: [String]

  /// Returns the value of an environment variable.
  public let environment: (String) -> String?

  public let output: Output

  /// Whether standard input and output are a terminal.
  public let isTerminal: Bool

  /// The wall clock.
  public let now: () -> Date

  /// Writes a line to standard error.
  private let writeError: (String) -> Void

  /// Replaces the progress line of a command. An empty text removes the line.
  public let showProgress: (String) -> Void

  /// Permanently restricts the writes of the process to these paths. Tests run in a shared process and don't set it.
  public let confine: (_ paths: [String]) -> Void

  public init(
    _ table: CommandTable, arguments: [String], environment: @escaping (String) -> String?,
    output: Output, isTerminal: Bool, now: @escaping () -> Date = { Date() },
    writeError: @escaping (String) -> Void = Self.writeToStandardError,
    showProgress: @escaping (String) -> Void = { _ in },
    confine: @escaping (_ paths: [String]) -> Void = { _ in }
  ) {
    self.table = table
    self.arguments = arguments
    self.environment = environment
    self.output = output
    self.isTerminal = isTerminal
    self.now = now
    self.writeError = writeError
    self.showProgress = showProgress
    self.confine = confine
  }

  /// Runs the program with the arguments, environment and standard streams of the process, and exits.
  ///
  /// - Parameter table: The commands and options, which are created after the process is prepared.
  public static func main(_ table: @autoclosure () -> CommandTable) -> Never {
    prepareProcess()
    let table = table()
    if let name = invalidText {
      writeToStandardError("\(table.program): \(name) is not UTF-8 text; use names in UTF-8")
      exit(2)
    }
    exit(
      CommandLineTool(
        table, arguments: CommandLine.arguments,
        environment: variable,
        output: Output(descriptor: STDOUT_FILENO),
        isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        showProgress: writeProgress, confine: Sandbox.enter
      ).run())
  }

  /// Returns the value of an environment variable of the process.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The first argument or path variable that is not UTF-8. When decoded, it would be the path of another file.
  private static var invalidText: String? {
    func isInvalid(_ text: UnsafeMutablePointer<CChar>?) -> Bool {
      text.map { String(validatingCString: $0) == nil } ?? false
    }
    for index in 1..<max(1, Int(CommandLine.argc)) where isInvalid(CommandLine.unsafeArgv[index]) {
      return "the argument \(CommandLine.arguments[index].quoted)"
    }
    return ["LADDER_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "TMPDIR", "SQLITE_TMPDIR"]
      .first { isInvalid(getenv($0)) }
  }

  private static func prepareProcess() {
    // A write to a pipe without a reader returns an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // The same applies to a write that exceeds the maximum size of a file.
    signal(SIGXFSZ, SIG_IGN)
    // Otherwise the program's first files would get the descriptors of closed standard streams.
    csys_open_missing_streams()
    ResourceLimits.enforce()
    // The database thread allocates too little to justify its own heap.
    csys_limit_heaps(1)
  }

  /// Runs the command and reports its errors.
  ///
  /// - Returns: The exit code.
  public func run() -> Int32 {
    do {
      // This must precede the first use of local time.
      try TimeZoneVariable(environment: environment).validate()
      var code: Int32 = 0
      do { try perform() } catch is ReportedFailure { code = 1 }
      try output.flush()
      return code
    } catch let error as any CommandLineError {
      if error.beginsWithPlace { writeError(error.sentence) } else { report(error.sentence) }
      return error.exitCode
    } catch let error as any ExplainedError {
      report(error.sentence)
      return 1
    } catch OutputError.closed {
      // The reader needs no more output, as in `ladder history | head -1`.
      return 0
    } catch let OutputError.failed(reason) {
      let details = [reason, output.completedChange].compactMap(\.self).joined(separator: "; ")
      report("cannot write the output (\(details))")
      return 1
    } catch {
      report("\(error)")
      return 1
    }
  }

  private func perform() throws {
    let parsed = try ParsedArguments(arguments, of: table)
    if parsed.has(.help) {
      let command = try? table.command(named: parsed.positionalArguments)
      output.append(command.map(table.help) ?? table.help)
    } else if parsed.has(.version) {
      let build = Build.current
      output.append(
        parsed.has(.json)
          ? build.json(of: table.program).text + "\n" : "\(table.program) \(build.text)\n")
    } else {
      try Invocation(parsed, in: self).action()()
    }
  }

  /// Reports an error or a warning in one line on standard error.
  public func report(_ sentence: String) { writeError("\(table.program): \(sentence)") }

  /// Writes a line to standard error. Control characters are escaped, because the line may contain text from a file.
  public static func writeToStandardError(_ line: String) {
    let bytes = Array((line.escapedText + "\n").utf8)
    // A failure here cannot be reported anywhere.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Replaces the current line of standard error, if it is a terminal, with a text of the program.
  private static func writeProgress(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let bytes = Array("\r\u{1B}[K\(text)".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

// MARK: - The user

extension CommandLineTool {
  /// Returns the default data folder: `$LADDER_DATA`, `$XDG_DATA_HOME/ladder` or `~/.local/share/ladder`.
  ///
  /// An empty variable counts as unset. A relative `XDG_DATA_HOME` is ignored, as the XDG specification requires.
  ///
  /// - Throws: ``UsageError`` if there is none.
  public func defaultDataFolder() throws -> String {
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

    if let folder = variable("LADDER_DATA") { return folder }
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/ladder" }
    guard let home = variable("HOME") ?? passwordEntry(\.pw_dir), !home.isEmpty else {
      throw UsageError("there is no home folder; choose a folder for the data with --data DIR")
    }
    return home + "/.local/share/ladder"
  }

  /// Returns a field of the user's entry in the password database.
  public func passwordEntry(_ field: KeyPath<passwd, UnsafeMutablePointer<CChar>?>) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard
        let base = buffer.baseAddress,
        getpwuid_r(geteuid(), &entry, base, buffer.count, &found) == 0,
        let text = found?.pointee[keyPath: field]
      else { return nil }
      return String(cString: text)
    }
  }
}

extension String {
  /// The path of a file for SQLite, which may be built to interpret a path that begins with `file:` as a URL.
  public var pathForSQLite: String { hasPrefix("/") ? self : "./" + self }
}
