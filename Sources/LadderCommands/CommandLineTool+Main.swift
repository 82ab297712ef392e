import CSystem
import Glibc

extension CommandLineTool {
  /// Runs the program with the command line, the environment and the streams of the process, and ends the process.
  package static func main() -> Never {
    prepareProcess()
    exit(
      CommandLineTool(
        arguments: CommandLine.arguments,
        environment: { name in getenv(name).map { String(cString: $0) } },
        output: Output(descriptor: STDOUT_FILENO),
        isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        confine: Sandbox.enter
      ).run())
  }

  private static func prepareProcess() {
    // `write` reports a reader that has gone, instead of a signal that ends the process.
    signal(SIGPIPE, SIG_IGN)
    // The same for a file that may not grow any more.
    signal(SIGXFSZ, SIG_IGN)
    // A standard stream that was closed must not have its number given to a file of ours.
    csys_open_missing_streams()
    ResourceLimits.enforce()
    // One heap for both threads: the database's allocates little, and would keep a heap of its own for it.
    csys_use_single_heap()
  }
}
