// A program for tests and measurements of the terminal host: a stopwatch that shows its events. With `--plain`,
// it is a program of the plain host.
import Glibc
import TerminalHost

let outcome = try EventLoop.run {
  if CommandLine.arguments.contains("--plain") {
    return await PlainHost.run(PlainProbe(), requests: PlainRequests(count: { 0 }, answered: {}))
  }
  do throws(TerminalError) {
    let arguments = CommandLine.arguments
    return try await TerminalHost.run(
      Probe(arguments: arguments),
      options: TerminalOptions(
        usesKittyKeyboard: !arguments.contains("--no-kitty"),
        framesPerSecond: arguments.contains("--slow") ? 1 : 50))
  } catch {
    return ProgramOutcome(status: 2, message: "terminal-probe: \(error)")
  }
}
outcome.exitProcess()
