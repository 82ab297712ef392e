import CSystem
import Glibc
import TerminalUI

/// A host that runs a program line by line without a terminal: it reads commands from standard input and prints
/// changes.
///
/// For screen readers and pipes. The first screen and the response to each command are printed once, when the program
/// has the data for them; the next command waits until then. Changes without a command are also printed, except for
/// numbers that count up or down.
@MainActor
public final class PlainHost {
  private static weak var current: PlainHost?

  private let program: any PlainProgram
  private let loop = EventLoop.shared
  private var frame = Frame(Size(100, 40))
  private var screen = PlainScreen()
  private let requests: PlainRequests
  /// The number of answered requests when the host last finished waiting for answers.
  private var answeredCount = -1
  private var isWaitingForAnswers = false
  /// Lines of input that wait for the responses to earlier lines.
  private var lines: [[UInt8]] = []
  private var hasInputEnded = false
  /// The incomplete last line of input.
  private var input: [UInt8] = []
  /// The maximum length of a line; the rest is dropped.
  private static let maxLineLength = 1 << 16
  /// Whether a command waits for its response.
  private var isAwaitingResponse = true
  /// The deadline of the next poll of a program that changes without input.
  private var pollDeadline: UInt64?
  private var outcome: ProgramOutcome?
  /// The `errno` of a failed write.
  private var writeError: Int32?
  private var isLeaving = false
  private var completion: CheckedContinuation<ProgramOutcome, Never>?

  /// The poll interval for a program that changes without input.
  private static let pollInterval = Duration.milliseconds(250)
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private init(_ program: some PlainProgram, _ requests: PlainRequests) {
    self.program = program
    self.requests = requests
  }

  /// Runs `program` until it exits or standard input ends. When the input ends, the program can save its state.
  ///
  /// Call this method from within ``EventLoop/run(_:)``.
  ///
  /// - Parameter requests: The program's requests for data.
  public static func run(_ program: some PlainProgram, requests: PlainRequests) async
    -> ProgramOutcome
  {
    let host = PlainHost(program, requests)
    host.begin()
    current = host
    let outcome = await withCheckedContinuation { host.completion = $0 }
    host.end()
    return outcome
  }

  /// Rings the terminal's bell. Does nothing if the output isn't a terminal.
  static func ring() {
    guard let host = current, !host.isLeaving, isatty(STDOUT_FILENO) == 1 else { return }
    host.write([0x07])
  }

  private func begin() {
    csys_errors_redirect()
    // A crash report must go to the redirected output.
    csys_crash_install()
    for signal in Self.signals { csys_signal_watch(signal, loop.wakeDescriptor) }
    loop.didWake = { [unowned self] in
      let pending = PendingSignals.take()
      for signal in Self.signals where pending.contains(signal) {
        leave(ProgramOutcome(status: 128 + signal, signal: signal), .signal(signal))
      }
    }
    startReading()
    program.begin(in: frame.size)
    loop.didEndTurn = { [unowned self] in turnDidEnd() }
  }

  private func end() {
    loop.didEndTurn = nil
    loop.didWake = nil
    if let pollDeadline { loop.unschedule(pollDeadline) }
    loop.sources.remove(STDIN_FILENO)
    csys_errors_restore()
    for signal in Self.signals { csys_signal_unwatch(signal) }
  }

  private func startReading() {
    loop.sources.add(STDIN_FILENO, events: POLLIN) { [unowned self] _ in read() }
  }

  /// Reads a part of the input. The next part is read when this part's lines have been processed.
  private func read() {
    var part = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &part, part.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      loop.sources.remove(STDIN_FILENO)
      // The last line may have no line break.
      if !input.isEmpty { lines.append(input) }
      hasInputEnded = true
      return
    }
    var rest = part[..<count]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      appendInput(rest[..<end])
      lines.append(input)
      input.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    appendInput(rest)
    if !lines.isEmpty { loop.sources.remove(STDIN_FILENO) }
  }

  private func appendInput(_ bytes: ArraySlice<UInt8>) {
    input += bytes.prefix(Self.maxLineLength - input.count)
  }

  private func handleLine(_ line: [UInt8]) {
    let line = TextSanitizer.sanitize(String(decoding: line, as: UTF8.self))
    if let response = program.execute(line) { write([response]) }
    isAwaitingResponse = true
  }

  private func turnDidEnd() {
    guard outcome == nil, !isLeaving else { return }
    if let exit = program.exit {
      printChanges()
      return finish(ProgramOutcome(status: exit.status, message: exit.message))
    }
    guard !isAwaitingResponse || isAnswered() else { return }
    if isAwaitingResponse { printChanges() }
    if !lines.isEmpty {
      handleLine(lines.removeFirst())
      if lines.isEmpty, !hasInputEnded { startReading() }
      // Requests a turn that follows the tasks that the command started.
      loop.requestTurn()
    } else if hasInputEnded {
      leave(ProgramOutcome(status: 0), .terminalClosed)
    } else if program.needsRender, pollDeadline == nil {
      pollDeadline = loop.schedule(at: .now + Self.pollInterval) {
        [unowned self] in
        pollDeadline = nil
        printChanges()
      }
    }
  }

  /// Returns whether the program has all the data that it has requested. If not, a later turn checks again.
  private func isAnswered() -> Bool {
    guard !isWaitingForAnswers, !program.isLoading, loop.isDrained else { return false }
    let count = requests.count()
    guard count > answeredCount else { return true }
    isWaitingForAnswers = true
    Task { @MainActor in
      await requests.answered()
      answeredCount = count + 1
      isWaitingForAnswers = false
    }
    return false
  }

  private func printChanges() {
    program.render(into: &frame)
    write(screen.changedLines(in: frame.buffer, isResponse: isAwaitingResponse))
    isAwaitingResponse = false
  }

  private func write(_ lines: [String]) {
    if !lines.isEmpty { write(Array((lines.joined(separator: "\n") + "\n").utf8)) }
  }

  private func write(_ bytes: [UInt8]) {
    guard csys_write_all(STDOUT_FILENO, bytes, bytes.count, 1000) != 0, errno != EAGAIN else {
      return
    }
    // The reader of the output has probably closed it.
    if writeError == nil { writeError = errno }
    if !isLeaving { leave(ProgramOutcome(status: 0), .terminalClosed) }
  }

  /// Lets the program save its state.
  private func leave(_ outcome: ProgramOutcome, _ reason: TerminationReason) {
    guard !isLeaving else { return finish(outcome) }
    isLeaving = true
    Task { @MainActor in
      await program.terminate(reason)
      printChanges()
      finish(
        ProgramOutcome(
          status: program.exit?.status ?? outcome.status, message: program.exit?.message,
          signal: outcome.signal))
    }
  }

  private func finish(_ outcome: ProgramOutcome) {
    guard self.outcome == nil else { return }
    var outcome = outcome
    // `EPIPE` is not reported: the reader closed the pipe because it needs no more output.
    if let writeError, writeError != EPIPE, outcome == ProgramOutcome(status: 0) {
      let reason = String(cString: strerror(writeError))
      outcome = ProgramOutcome(status: 1, message: "cannot write the output (\(reason))")
    }
    self.outcome = outcome
    completion?.resume(returning: outcome)
  }
}

/// The requests for data that a program makes, which another thread answers in order.
public struct PlainRequests: Sendable {
  /// Returns the number of requests so far.
  let count: @Sendable () -> Int
  /// Waits for the answers to all requests so far. The call itself is one request.
  let answered: @Sendable () async -> Void

  /// Creates the functions that count and wait.
  ///
  /// - Parameters:
  ///   - count: Returns the number of requests so far.
  ///   - answered: Waits for the answers to all requests so far. The call itself is one request.
  public init(
    count: @escaping @Sendable () -> Int, answered: @escaping @Sendable () async -> Void
  ) {
    self.count = count
    self.answered = answered
  }
}
