import CSystem
import Glibc

/// A runner that starts small programs, such as one that plays a sound, from the event loop.
///
/// One program runs at a time. After a time limit it is killed with all processes it has started, except those in
/// sessions of their own (`setsid`). One more program can wait; a further request replaces it, because a late sound is
/// wrong. The loop waits for the end of the program like for any other event, so nothing blocks.
@MainActor
public final class ProgramRunner {
  /// The runner of the process.
  public static let shared = ProgramRunner()

  /// The result of a program.
  public enum Outcome: Equatable, Sendable {
    /// The program ended with an exit status.
    case exited(Int32)
    /// Another process or a fault ended it.
    case signaled(Int32)
    /// The program was killed after ``timeLimit``.
    case tookTooLong
    /// It can't be started or watched; `errno` is the reason.
    case failed(Int32)
    /// Another request replaced it while it waited, or the app is exiting.
    case dropped
  }

  /// The time after which a program is killed.
  public nonisolated static let timeLimit = Duration.seconds(2)

  private struct Request {
    let arguments: [String]
    let onEnd: @MainActor (Outcome) -> Void
  }

  private struct Running {
    let process: pid_t
    let descriptor: Int32
    let timer: UInt64
    var hasTakenTooLong = false
    let onEnd: @MainActor (Outcome) -> Void
  }

  private let loop = EventLoop.shared
  private var running: Running?
  private var waiting: Request?

  /// Runs a program without a shell and without access to the terminal.
  ///
  /// - Parameter arguments: The name or path of the program, and its arguments.
  public func run(_ arguments: [String]) async -> Outcome {
    await withCheckedContinuation { continuation in
      let request = Request(arguments: arguments) { continuation.resume(returning: $0) }
      if running == nil { return start(request) }
      waiting?.onEnd(.dropped)
      waiting = request
    }
  }

  /// Kills the running program and drops the waiting one. Called when the app exits.
  public func stop() {
    waiting?.onEnd(.dropped)
    waiting = nil
    if running != nil { finish() }
  }

  private func start(_ request: Request) {
    var pointers = request.arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = csys_start_program(&pointers, &process)
    guard code == 0 else { return request.onEnd(.failed(code)) }
    let descriptor = csys_watch_process(process)
    guard descriptor >= 0 else {
      let code = errno
      _ = csys_end_program(process)
      return request.onEnd(.failed(code))
    }
    let timer = loop.startTimer(after: Self.timeLimit) { [unowned self] in
      running?.hasTakenTooLong = true
      csys_kill_program(process)
    }
    running = Running(
      process: process, descriptor: descriptor, timer: timer, onEnd: request.onEnd)
    loop.watch(descriptor, isReading: true, isWriting: false) { [unowned self] _, _ in finish() }
  }

  /// Kills the remaining processes of the last program, which usually has ended, and starts the waiting one.
  private func finish() {
    guard let ended = running else { return }
    running = nil
    loop.unwatch(ended.descriptor)
    loop.cancelTimer(ended.timer)
    close(ended.descriptor)
    let outcome = Outcome(status: csys_end_program(ended.process))
    ended.onEnd(ended.hasTakenTooLong ? .tookTooLong : outcome)
    if let next = waiting {
      waiting = nil
      start(next)
    }
  }
}

extension ProgramRunner.Outcome {
  /// Creates an outcome from the status of `waitpid`: the lowest seven bits are the signal, and the next eight the exit
  /// status.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }
}
