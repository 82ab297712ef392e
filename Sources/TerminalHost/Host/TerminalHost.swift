import CNcurses
import CSystem
import Glibc
import TerminalUI

/// A host that runs a ``Program`` in the terminal: it delivers events, and paints at most once per turn of the loop.
///
/// ```swift
/// // main.swift
/// let outcome = try EventLoop.run {
///   do throws(TerminalError) {
///     return try await TerminalHost.run(AppProgram())
///   } catch {
///     return ProgramOutcome(status: 2, message: "my-app: \(error)")
///   }
/// }
/// outcome.exitProcess()
/// ```
@MainActor
public final class TerminalHost {
  let program: any Program
  let loop = EventLoop.shared
  var tty: Tty
  var screen: Screen
  private var decoder: KeyDecoder
  private let escapeDelay: Duration
  let usesMouse: Bool
  let usesKittyKeyboard: Bool
  /// Whether the terminal is a Linux console. Older ones print unknown sequences as text.
  let isLinuxConsole: Bool
  private let frameBegin: [UInt8]
  private let frameEnd: [UInt8]
  private var inputDeadline: UInt64?
  private var input = [UInt8](repeating: 0, count: 4096)
  /// Whether a frame is due even if the program has not requested one.
  private var needsPaint = true
  private var pacer: FramePacer
  /// Whether this turn of the loop handled input or a result from another thread. Such changes are painted immediately.
  private var hasUrgentChange = false
  /// The deadline for painting a deferred change.
  private var frameDeadline: UInt64?
  /// The action of the frame deadline, created once because it is scheduled at every other tick.
  private lazy var clearFrameDeadline: @MainActor () -> Void = { [unowned self] in
    frameDeadline = nil
  }
  var isTerminating = false
  /// The result of the program once it exits; a signal may still change it.
  private(set) var outcome: ProgramOutcome?
  private var completion: CheckedContinuation<Void, Never>?

  /// The host that currently owns the terminal.
  static weak var current: TerminalHost?

  /// Counters for tests and benchmarks.
  package struct Statistics: Sendable {
    package var frames = 0
    package var writes = 0
  }
  package static var statistics = Statistics()

  /// Sets up the terminal, runs `program` until it exits, and restores the terminal.
  ///
  /// Call this method from within ``EventLoop/run(_:)``. Only one program can run at a time.
  ///
  /// - Throws: ``TerminalError`` if there is no usable terminal; nothing is written in that case.
  public static func run(
    _ program: any Program, options: TerminalOptions = TerminalOptions()
  ) async throws(TerminalError) -> ProgramOutcome {
    let host = try TerminalHost(program, options)
    host.begin()
    await withCheckedContinuation { host.completion = $0 }
    return host.end()
  }

  /// Whether characters beyond ASCII can be shown: the locale's character set is UTF-8.
  public static var showsUnicode: Bool { cnc_set_locale() != 0 }

  /// Whether the terminal has the palette of 256 colors. It must not be called while a program runs.
  public static var shows256Colors: Bool { cnc_color_count() >= 256 }

  private init(
    _ program: any Program, _ options: TerminalOptions
  ) throws(TerminalError) {
    precondition(EventLoop.shared.isInstalled, "call TerminalHost.run within EventLoop.run")
    let showsUnicode = Self.showsUnicode
    tty = try Tty()
    let (columns, rows) = tty.size
    screen = try Screen(
      term: Self.variable("TERM"), size: Size(columns, rows), showsUnicode: showsUnicode)
    decoder = KeyDecoder(sequences: Capabilities.keys)
    escapeDelay = Self.escapeDelay(Self.variable("ESCDELAY"))
    usesMouse = options.usesMouse
    isLinuxConsole = Self.variable("TERM")?.hasPrefix("linux") ?? false
    usesKittyKeyboard =
      options.usesKittyKeyboard && !isLinuxConsole && Capabilities.canHideCursor
    pacer = FramePacer(framesPerSecond: options.framesPerSecond)
    frameBegin = options.isSynchronized ? Capabilities.synchronizedBegin : []
    frameEnd = options.isSynchronized ? Capabilities.synchronizedEnd : []
    self.program = program
  }

  /// Returns the time that a lone Esc waits for the rest of a sequence: ESCDELAY in milliseconds, or 50 ms, which is
  /// short enough not to be noticed and long enough for arrow keys on a slow link.
  static func escapeDelay(_ variable: String?) -> Duration {
    .milliseconds(min(max(variable.flatMap { Int($0) } ?? 50, 0), 10_000))
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  // MARK: Taking over and restoring the terminal

  /// Sets up the terminal. Signal and crash handlers are installed before that: from now on, the loop handles signals,
  /// and a crash restores the terminal.
  private func begin() {
    Self.current = self
    watchSignals()
    csys_errors_redirect()
    prepareForCrash()
    csys_crash_install()
    loop.sources.add(tty.descriptor, events: POLLIN) { [unowned self] in ready($0) }
    loop.didEndTurn = { [unowned self] in turnDidEnd() }
    loop.didWake = { [unowned self] in
      hasUrgentChange = true
      handlePendingSignals()
    }
    tty.makeRaw()
    send(Capabilities.enter(mouse: usesMouse, keyboard: usesKittyKeyboard))
    program.begin(in: screen.size)
    // The size may have changed after it was read, before the host was notified of changes.
    checkSize()
  }

  /// Restores the terminal.
  ///
  /// - Returns: The result of the program, which a signal may have changed after the decision to exit.
  private func end() -> ProgramOutcome {
    Self.current = nil
    loop.didEndTurn = nil
    loop.didWake = nil
    cancelInputDeadline()
    cancelFrameDeadline()
    loop.sources.remove(tty.descriptor)
    restore()
    csys_crash_prepare(-1, nil, nil, 0)
    csys_errors_restore()
    unwatchSignals()
    guard let outcome else { preconditionFailure("the host ended without an outcome") }
    return outcome
  }

  /// Restores the terminal, permanently or for a suspension.
  func restore() {
    tty.sendLast(
      Capabilities.leave(rows: screen.size.height, keyboard: usesKittyKeyboard))
    tty.restoreModes()
  }

  /// Sets up the terminal again after a suspension.
  func reacquire(_ bytes: [UInt8]) {
    prepareForCrash()
    tty.makeRaw()
    screen.invalidate()
    needsPaint = true
    send(bytes)
    checkSize()
  }

  /// Prepares the bytes that restore the terminal after a crash, because a crash handler cannot compute them.
  private func prepareForCrash() {
    let bytes = Capabilities.leave(rows: screen.size.height, keyboard: usesKittyKeyboard)
    var modes = tty.saved
    csys_crash_prepare(tty.descriptor, &modes, bytes, bytes.count)
    csys_report_size(Int32(screen.size.width), Int32(screen.size.height))
  }

  // MARK: Input

  private func ready(_ events: Int16) {
    let events = Int32(events)
    if events & POLLIN != 0 {
      let count = tty.read(into: &input)
      if count < 0 { return terminalDidClose() }
      receive(input[..<count])
    }
    if events & POLLOUT != 0, !tty.flush() { return terminalDidClose() }
    if events & (POLLHUP | POLLERR | POLLNVAL) != 0, events & POLLIN == 0 { terminalDidClose() }
  }

  /// Handles the input that is already available.
  func receiveAvailableInput() {
    let count = tty.read(into: &input)
    guard count > 0 else { return }
    // The process may have been stopped in this turn, and this input may have been typed afterwards.
    loop.turnInstant = .now
    receive(input[..<count])
  }

  private func receive(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    cancelInputDeadline()
    decoder.feed(bytes) { handle($0) }
    guard let delay = decoder.timeoutDelay(escape: escapeDelay) else { return }
    inputDeadline = loop.schedule(at: loop.now.advanced(by: delay)) { [unowned self] in
      inputDeadline = nil
      decoder.timeout { handle($0) }
    }
  }

  private func cancelInputDeadline() {
    if let id = inputDeadline { loop.unschedule(id) }
    inputDeadline = nil
  }

  private func handle(_ event: InputEvent) {
    guard !isTerminating, outcome == nil, program.exit == nil else { return }
    hasUrgentChange = true
    if event == .key(.control("z")) { suspend(wholeGroup: true) } else { program.handle(event) }
  }

  // MARK: Output

  private func turnDidEnd() {
    defer { hasUrgentChange = false }
    guard outcome == nil else { return }
    // During termination `terminate` decides the result, not the program.
    if !isTerminating, let exit = program.exit {
      return finish(ProgramOutcome(status: exit.status, message: exit.message))
    }
    paint()
  }

  /// Paints if something changed and the terminal has accepted the last frame. Otherwise the frame is skipped.
  private func paint() {
    guard !isTerminating, tty.isDrained, needsPaint || program.needsRender else { return }
    if !needsPaint, !hasUrgentChange, let due = pacer.paintTime(forChangeAt: loop.now) {
      return paint(at: due)
    }
    pacer.recordFrame(at: loop.now)
    cancelFrameDeadline()
    needsPaint = false
    Self.statistics.frames += 1
    let alive = tty.send { bytes in
      let start = bytes.count
      bytes.append(contentsOf: frameBegin)
      let empty = bytes.count
      screen.draw(program, into: &bytes)
      if bytes.count == empty {
        bytes.removeSubrange(start...)
      } else {
        bytes.append(contentsOf: frameEnd)
      }
    }
    Self.statistics.writes = tty.writeCount
    afterSending(alive)
  }

  /// Schedules a turn of the loop at `due`, which then paints.
  private func paint(at due: LoopClock.Instant) {
    guard frameDeadline == nil else { return }
    // An earlier tick also ends a turn, which calls this function again.
    if let first = loop.deadlines.first, first < due { return }
    frameDeadline = loop.schedule(at: due, clearFrameDeadline)
  }

  private func cancelFrameDeadline() {
    if let frameDeadline { loop.unschedule(frameDeadline) }
    frameDeadline = nil
  }

  func send(_ bytes: [UInt8]) {
    afterSending(tty.send { $0.append(contentsOf: bytes) })
  }

  /// The maximum number of bytes that may wait for a terminal that does not read, not counting a frame.
  private static let maxPendingBytes = 1 << 16

  /// Sends bytes, or drops them if many bytes already wait for the terminal.
  func sendDroppable(_ bytes: [UInt8]) {
    if tty.pendingByteCount < Self.maxPendingBytes { send(bytes) }
  }

  private func afterSending(_ alive: Bool) {
    guard alive else { return terminalDidClose() }
    loop.sources.setEvents(tty.isDrained ? POLLIN : POLLIN | POLLOUT, of: tty.descriptor)
  }

  /// Adapts to the terminal's size.
  func checkSize() {
    let (columns, rows) = tty.size
    let size = Size(columns, rows)
    guard size != screen.size else { return }
    screen.resize(to: size)
    prepareForCrash()
    needsPaint = true
    program.handle(.resize(size))
  }

  // MARK: Leaving

  func finish(_ outcome: ProgramOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    completion?.resume()
  }

  /// Exits by `signal`, which arrived after the program decided to exit.
  func leave(by signal: Int32) {
    guard outcome?.signal == nil else { return }
    outcome = ProgramOutcome(status: 128 + signal, message: outcome?.message, signal: signal)
  }
}

// MARK: - Frame rate

/// A limiter of the frame rate that never drops the last change.
///
/// A response to input is shown immediately. Other frames follow a grid: each is painted with the tick nearest to its
/// slot. So if a clock ticks twice as often as frames are painted, two ticks cost one frame and no extra wake-up, even
/// if a tick is late.
struct FramePacer {
  /// The time between frames, in nanoseconds.
  private let interval: Int64
  /// The maximum distance of a frame from its slot, in nanoseconds; within it the grid does not move.
  private var tolerance: Int64 { interval * 2 / 5 }
  /// The next slot in the grid.
  private var nextSlot: LoopClock.Instant?

  /// Creates a pacer.
  ///
  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = 1_000_000_000 / Int64(framesPerSecond)
  }

  /// Returns the time at which a change at `now` may be painted, or `nil` for immediately. A tick that comes earlier
  /// is used instead.
  func paintTime(forChangeAt now: LoopClock.Instant) -> LoopClock.Instant? {
    guard let nextSlot, nextSlot.nanoseconds - now.nanoseconds > tolerance else { return nil }
    return nextSlot.advanced(byNanoseconds: interval / 2)
  }

  /// Records that a frame was painted.
  mutating func recordFrame(at now: LoopClock.Instant) {
    guard let slot = nextSlot, now.nanoseconds - slot.nanoseconds < tolerance else {
      // The next slot is slightly early, so that the tick after a late one is still close enough to it.
      nextSlot = now.advanced(byNanoseconds: nextSlot == nil ? interval : interval * 3 / 4)
      return
    }
    // Input may have caused frames ahead of the grid.
    nextSlot = min(
      slot.advanced(byNanoseconds: interval), now.advanced(byNanoseconds: interval * 3 / 2))
  }
}
