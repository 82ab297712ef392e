import CSystem
import Glibc

extension CommandLineTool {
  /// Runs the program with the arguments, environment and standard streams of the process, and exits.
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
