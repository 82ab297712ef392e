import CSystem
import Glibc
import TerminalUI

extension TerminalHost {
  /// Whatever would end the process, but for a crash: what is meant for nobody in particular, too.
  private static let leaving =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL,
      SIGPWR, SIGSTKFLT, SIGXCPU,
    ] + (realtime...64)
  /// The first of the real-time signals that the C library leaves to programs.
  private static let realtime: Int32 = 34
  private static let watched = leaving + [SIGWINCH, SIGTSTP, SIGCONT]

  /// How long a program may take to save what runs.
  private static let patience = Duration.seconds(6)

  func watchSignals() {
    for signal in Self.watched { csys_signal_watch(signal, loop.wakeDescriptor) }
  }

  /// Lets signals do what they did before. One that came too late for the loop does it now.
  func unwatchSignals() {
    for signal in Self.watched { csys_signal_unwatch(signal) }
    let noted = NotedSignals.take()
    if noted.contains(SIGTSTP) { raise(SIGTSTP) }
    if let signal = Self.leaving.first(where: noted.contains) { leave(by: signal) }
  }

  /// Acts on the signals noted since the last time. Runs in the loop, never inside a handler; where the loop does not come
  /// to it, the handler ends the process (`csys_signal_watch`).
  func takeSignals() {
    let noted = NotedSignals.take()
    guard !noted.isEmpty else { return }
    // What was typed came before: a rep counts, though the signal that ends the workout is right behind it.
    receiveTyped()
    for signal in Self.leaving where noted.contains(signal) {
      terminate(.signal(signal), by: signal)
    }
    if noted.contains(SIGTSTP) {
      suspend(wholeGroup: false)
    } else if noted.contains(SIGCONT) {
      // Stopped by SIGSTOP, so the screen was never left.
      retake(Capabilities.resume(mouse: usesMouse, keyboard: usesKittyKeyboard))
    }
    if noted.contains(SIGWINCH) { checkSize() }
  }

  /// Gives the terminal to the shell and stops; returns when the process is continued.
  func suspend(wholeGroup: Bool) {
    guard !isTerminating else { return }
    program.handle(.suspended)
    restore()
    // What crashes now has no terminal to give back.
    csys_crash_prepare(-1, nil, nil, 0)
    csys_signal_stop_self(wholeGroup ? 1 : 0, loop.wakeDescriptor)
    loop.turnInstant = .now
    // The SIGCONT of this stop is dealt with here.
    csys_signal_forget(SIGCONT)
    retake(Capabilities.enter(mouse: usesMouse, keyboard: usesKittyKeyboard))
    program.handle(.resumed)
  }

  func terminalVanished() {
    // Its descriptor stays readable for ever; listening on would spin.
    loop.sources.remove(tty.descriptor)
    terminate(.terminalClosed, by: SIGHUP)
  }

  /// Lets the program save what runs, then leaves. Asked a second time, it leaves at once.
  private func terminate(_ reason: TerminationReason, by signal: Int32) {
    guard outcome == nil else { return leave(by: signal) }
    let outcome = Outcome(status: 128 + signal, signal: signal)
    if isTerminating {
      // A vanished terminal and its SIGHUP come together and count once.
      if signal != SIGHUP { finish(outcome) }
      return
    }
    isTerminating = true
    Task { @MainActor in
      await program.terminate(reason)
      finish(Outcome(status: outcome.status, message: program.exit?.message, signal: signal))
    }
    // A plain deadline, not the turn's instant: a key may have been handled long ago.
    _ = loop.schedule(at: .now + Self.patience) { [weak self] in
      self?.finish(outcome)
    }
  }
}
