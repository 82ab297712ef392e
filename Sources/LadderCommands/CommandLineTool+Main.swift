import CSystem
import Glibc
import Models

extension CommandLineTool {
  /// Runs the program with the arguments, environment and standard streams of the process, and exits.
  package static func main() -> Never {
    prepareProcess()
    if let name = invalidText {
      writeToStandardError("ladder: \(name) is not UTF-8 text; use names in UTF-8")
      exit(2)
    }
    exit(
      CommandLineTool(
        arguments: CommandLine.arguments,
        environment: { name in getenv(name).map { String(cString: $0) } },
        output: Output(descriptor: STDOUT_FILENO),
        isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        showProgress: writeProgress,
        confine: Sandbox.enter
      ).run())
  }

  /// The first argument, or variable with a path, that is not UTF-8, and would become the path of another file.
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
    // The same for a file that exceeds its maximum size.
    signal(SIGXFSZ, SIG_IGN)
    // Otherwise the program's first files would get the descriptors of closed standard streams.
    csys_open_missing_streams()
    ResourceLimits.enforce()
    // The database thread allocates too little to justify its own heap.
    csys_limit_heaps(1)
  }
}
