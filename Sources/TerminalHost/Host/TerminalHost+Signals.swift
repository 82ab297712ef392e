import CSystem
import Glibc
import TerminalUI

extension TerminalHost {
  /// All signals that end a process by default, except those of a crash.
  private static let terminationSignals =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL,
      SIGPWR, SIGSTKFLT, SIGXCPU,
    ] + (firstRealtimeSignal...64)
  /// The first real-time signal that the C library does not use itself.
  private static let firstRealtimeSignal: Int32 = 34
  private static let watchedSignals = terminationSignals + [SIGWINCH, SIGTSTP, SIGCONT]

  /// The maximum time for a program to save its state.
  private static let saveTimeout = Duration.seconds(6)

  func watchSignals() {
    for signal in Self.watchedSignals { csys_signal_watch(signal, loop.wakeDescriptor) }
  }

  /// Restores the earlier signal actions. A signal that arrived too late for the loop takes effect now.
  func unwatchSignals() {
    for signal in Self.watchedSignals { csys_signal_unwatch(signal) }
    let pending = PendingSignals.take()
    if pending.contains(SIGTSTP) { raise(SIGTSTP) }
    if let signal = Self.terminationSignals.first(where: pending.contains) { leave(by: signal) }
  }

  /// Handles the signals recorded since the last call. Runs in the loop, never in a signal handler. If the loop is
  /// blocked, the signal handler ends the process (`csys_signal_watch`).
  func handlePendingSignals() {
    let pending = PendingSignals.take()
    guard !pending.isEmpty else { return }
    // Input that arrived before the signal is handled first, so that a key counts even if the signal then ends the
    // program.
    receiveAvailableInput()
    for signal in Self.terminationSignals where pending.contains(signal) {
      terminate(.signal(signal), by: signal)
    }
    if pending.contains(SIGTSTP) {
      suspend(wholeGroup: false)
    } else if pending.contains(SIGCONT) {
      // The process was stopped by SIGSTOP, so the screen was never left.
      reacquire(Capabilities.resume(mouse: usesMouse, keyboard: usesKittyKeyboard))
    }
    if pending.contains(SIGWINCH) { checkSize() }
  }

  /// Gives the terminal back to the shell and stops the process; returns when the process is continued.
  func suspend(wholeGroup: Bool) {
    guard !isTerminating else { return }
    program.handle(.suspended)
    restore()
    // A crash while the process is stopped must not restore the terminal.
    csys_crash_prepare(-1, nil, nil, 0)
    csys_signal_stop_self(wholeGroup ? 1 : 0, loop.wakeDescriptor)
    loop.turnInstant = .now
    // The SIGCONT of this stop needs no further handling.
    csys_signal_clear(SIGCONT)
    reacquire(Capabilities.enter(mouse: usesMouse, keyboard: usesKittyKeyboard))
    program.handle(.resumed)
  }

  func terminalDidClose() {
    // The descriptor of a closed terminal is always readable; polling it would never sleep.
    loop.sources.remove(tty.descriptor)
    terminate(.terminalClosed, by: SIGHUP)
  }

  /// Lets the program save its state, then exits. A second request exits immediately.
  private func terminate(_ reason: TerminationReason, by signal: Int32) {
    guard outcome == nil else { return leave(by: signal) }
    let outcome = ProgramOutcome(status: 128 + signal, signal: signal)
    if isTerminating {
      // A closed terminal and its SIGHUP arrive together and count as one request.
      if signal != SIGHUP { finish(outcome) }
      return
    }
    isTerminating = true
    Task { @MainActor in
      await program.terminate(reason)
      finish(ProgramOutcome(status: outcome.status, message: program.exit?.message, signal: signal))
    }
    // The deadline is relative to the clock, because the turn's instant may be long past.
    _ = loop.schedule(at: .now + Self.saveTimeout) { [weak self] in
      self?.finish(outcome)
    }
  }
}

/// The set of signals that arrived since the last call of ``take()``.
struct PendingSignals {
  private let bits: UInt64

  static func take() -> PendingSignals { PendingSignals(bits: csys_signal_take()) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
