import CSystem
import Glibc
import TerminalUI

extension TerminalHost {
  private static let leaving = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let watched = leaving + [SIGWINCH, SIGTSTP, SIGCONT]

  /// How long a program may take to save what runs.
  private static let patience = Duration.seconds(6)

  func watchSignals() {
    for signal in Self.watched { csys_signal_watch(signal, loop.wakeDescriptor) }
  }

  func unwatchSignals() {
    for signal in Self.watched { csys_signal_default(signal) }
  }

  /// Acts on the signals noted since the last time. Runs in the loop, never inside a handler.
  func takeSignals() {
    let noted = csys_signal_take()
    guard noted != 0 else { return }
    func has(_ signal: Int32) -> Bool { noted & (1 << UInt64(signal)) != 0 }
    for signal in Self.leaving where has(signal) { terminate(.signal(signal), by: signal) }
    if has(SIGTSTP) {
      suspend(wholeGroup: false)
    } else if has(SIGCONT) {
      // Stopped by SIGSTOP, so the screen was never left.
      retake(Capabilities.resume(mouse: usesMouse, keyboard: usesKittyKeyboard))
    }
    if has(SIGWINCH) { checkSize() }
  }

  /// Gives the terminal to the shell and stops; returns when the process is continued.
  func suspend(wholeGroup: Bool) {
    guard !isTerminating else { return }
    program.handle(.suspended)
    restore()
    csys_signal_stop_self(wholeGroup ? 1 : 0, loop.wakeDescriptor)
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
    _ = loop.schedule(at: .now + Self.patience) { [weak self] in self?.finish(outcome) }
  }
}
