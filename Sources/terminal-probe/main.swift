// A program for the terminal's own tests and measurements: a stopwatch that shows what it was told.
import Glibc
import TerminalHost

let outcome = EventLoop.run {
  do throws(TerminalError) {
    return try await TerminalHost.run(Probe(arguments: CommandLine.arguments))
  } catch {
    return Outcome(status: 2, message: "terminal-probe: \(error)")
  }
}
outcome.leave()
