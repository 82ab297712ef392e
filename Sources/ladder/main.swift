import CSystem
import Glibc

// A reader that went away is an error like any other, told by `write`, and not a death.
signal(SIGPIPE, SIG_IGN)
// So is a file that may not grow any more.
signal(SIGXFSZ, SIG_IGN)
// Whoever closed a standard stream must not have its number given to a file of ours.
csys_claim_streams()
ResourceLimits.require()
// One heap for both threads: the database's has little to allocate, and would keep a heap of its own for it.
csys_share_heap()

exit(
  CommandLineTool(
    arguments: CommandLine.arguments,
    environment: { name in getenv(name).map { String(cString: $0) } },
    output: Output(descriptor: STDOUT_FILENO),
    isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
    confine: Sandbox.enter
  ).run())
