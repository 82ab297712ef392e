import CNcurses
import CSystem
import Glibc
import TerminalUI

/// Runs a ``Program`` in the terminal: events in, at most one frame a turn of the loop out.
///
/// ```swift
/// // main.swift
/// let outcome = EventLoop.run {
///   do throws(TerminalError) {
///     return try await TerminalHost.run(AppProgram())
///   } catch {
///     return Outcome(status: 2, message: "ladder: \(error)")
///   }
/// }
/// outcome.leave()
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
  /// Older ones of its kind take sequences that they do not know for text.
  let isLinuxConsole: Bool
  private let frameBegin: [UInt8]
  private let frameEnd: [UInt8]
  private var escapeDeadline: UInt64?
  private var input = [UInt8](repeating: 0, count: 4096)
  /// A frame is due though the program did not ask for one.
  private var mustPaint = true
  private var pacer: FramePacer
  /// Whether something but time brought this turn of the loop, a person or another thread's answer: what changes by it
  /// is shown at once.
  private var wasTouched = false
  /// Wakes the loop for a change that is to be shown later.
  private var frameDeadline: UInt64?
  /// Made once, for it is wanted at every other tick.
  private lazy var frameIsDue: @MainActor () -> Void = { [unowned self] in frameDeadline = nil }
  var isTerminating = false
  /// How the program leaves, once that is settled; a signal may still change it.
  private(set) var outcome: Outcome?
  private var finished: CheckedContinuation<Void, Never>?

  /// The one that has the terminal now.
  static weak var current: TerminalHost?

  /// What a run has cost so far, for tests and measurements.
  package struct Statistics: Sendable {
    package var frames = 0
    package var writes = 0
  }
  package static var statistics = Statistics()

  /// Takes the terminal, runs `program` until it wants to leave or has to, and gives the terminal
  /// back as it was.
  ///
  /// Call it from within ``EventLoop/run(_:)``. One program at a time.
  ///
  /// - Throws: ``TerminalError`` before anything was written, when there is no usable terminal.
  public static func run(
    _ program: any Program, options: TerminalOptions = TerminalOptions()
  ) async throws(TerminalError) -> Outcome {
    let host = try TerminalHost(program, options)
    host.begin()
    await withCheckedContinuation { host.finished = $0 }
    return host.end()
  }

  /// Whether characters beyond ASCII can be shown (the locale's character set is UTF-8).
  public static var showsUnicode: Bool { cnc_set_locale() != 0 }

  private init(
    _ program: any Program, _ options: TerminalOptions
  ) throws(TerminalError) {
    precondition(EventLoop.shared.isInstalled, "a terminal host needs EventLoop.run around it")
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

  /// How long a lone Esc waits for the rest of a sequence: what ESCDELAY says in milliseconds, or 50, which a person
  /// does not feel and a slow link's arrow keys survive.
  static func escapeDelay(_ variable: String?) -> Duration {
    .milliseconds(min(max(variable.flatMap { Int($0) } ?? 50, 0), 10_000))
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  // MARK: Taking and giving back

  /// Takes the terminal. Whatever ends the program is seen to before anything changes: a signal that comes from here on
  /// is heard once the loop turns, and a crash knows what to give back.
  private func begin() {
    Self.current = self
    watchSignals()
    csys_errors_hold()
    prepareForCrash()
    csys_crash_install()
    loop.sources.add(tty.descriptor, events: POLLIN) { [unowned self] in ready($0) }
    loop.turnEnded = { [unowned self] in turnEnded() }
    loop.woken = { [unowned self] in
      wasTouched = true
      takeSignals()
    }
    tty.makeRaw()
    send(Capabilities.enter(mouse: usesMouse, keyboard: usesKittyKeyboard))
    program.begin(in: screen.size)
    // It was asked before its changes were heard of.
    checkSize()
  }

  /// Gives the terminal back.
  ///
  /// - Returns: How the program leaves, which a signal may have had a say in until now.
  private func end() -> Outcome {
    Self.current = nil
    loop.turnEnded = nil
    loop.woken = nil
    cancelEscapeDeadline()
    cancelFrameDeadline()
    loop.sources.remove(tty.descriptor)
    restore()
    csys_crash_prepare(-1, nil, nil, 0)
    csys_errors_release()
    unwatchSignals()
    guard let outcome else { preconditionFailure("a program ends once it is settled how") }
    return outcome
  }

  /// Gives the terminal back, for good or for a while.
  func restore() {
    tty.sendLast(
      Capabilities.leave(rows: screen.size.height, keyboard: usesKittyKeyboard))
    tty.restoreModes()
  }

  /// Takes the terminal again after it was someone else's.
  func retake(_ bytes: [UInt8]) {
    prepareForCrash()
    tty.makeRaw()
    screen.invalidate()
    mustPaint = true
    send(bytes)
    checkSize()
  }

  /// A crash restores the terminal from these bytes, since it can run nothing else any more.
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
      if count < 0 { return terminalVanished() }
      receive(input[..<count])
    }
    if events & POLLOUT != 0, !tty.flush() { return terminalVanished() }
    if events & (POLLHUP | POLLERR | POLLNVAL) != 0, events & POLLIN == 0 { terminalVanished() }
  }

  /// Hears what was typed before now.
  func receiveTyped() {
    let count = tty.read(into: &input)
    guard count > 0 else { return }
    // The process may have been stopped since this turn began, and these typed after that.
    loop.turnInstant = .now
    receive(input[..<count])
  }

  private func receive(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    cancelEscapeDeadline()
    decoder.feed(bytes) { handle($0) }
    guard decoder.pendingEscape else { return }
    escapeDeadline = loop.schedule(at: loop.now.advanced(by: escapeDelay)) { [unowned self] in
      escapeDeadline = nil
      decoder.timeout { handle($0) }
    }
  }

  private func cancelEscapeDeadline() {
    if let id = escapeDeadline { loop.unschedule(id) }
    escapeDeadline = nil
  }

  private func handle(_ event: InputEvent) {
    guard !isTerminating, outcome == nil, program.exit == nil else { return }
    wasTouched = true
    if event == .key(.control("z")) { suspend(wholeGroup: true) } else { program.handle(event) }
  }

  // MARK: Output

  private func turnEnded() {
    defer { wasTouched = false }
    guard outcome == nil else { return }
    // A program that has to leave says so in `terminate`, whatever it wanted to.
    if !isTerminating, let exit = program.exit {
      return finish(Outcome(status: exit.status, message: exit.message))
    }
    paint()
  }

  /// Paints if something changed, and only while the terminal keeps up: frames it has no room for
  /// are never drawn.
  private func paint() {
    guard !isTerminating, tty.isDrained, mustPaint || program.needsRender else { return }
    if !mustPaint, !wasTouched, let due = pacer.delay(at: loop.now) { return paint(at: due) }
    pacer.painted(at: loop.now)
    cancelFrameDeadline()
    mustPaint = false
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

  /// Makes sure that there is a turn of the loop then, to paint in.
  private func paint(at due: LoopClock.Instant) {
    guard frameDeadline == nil else { return }
    // A tick that comes sooner ends a turn, too, and then this is asked again.
    if let first = loop.deadlines.first, first < due { return }
    frameDeadline = loop.schedule(at: due, frameIsDue)
  }

  private func cancelFrameDeadline() {
    if let frameDeadline { loop.unschedule(frameDeadline) }
    frameDeadline = nil
  }

  func send(_ bytes: [UInt8]) {
    afterSending(tty.send { $0.append(contentsOf: bytes) })
  }

  /// How much may wait for a terminal that does not read, beside a frame.
  private static let mostWaiting = 1 << 16

  /// Sends what may get lost: it does when much waits for the terminal already.
  func sendInPassing(_ bytes: [UInt8]) {
    if tty.waitingCount < Self.mostWaiting { send(bytes) }
  }

  private func afterSending(_ alive: Bool) {
    guard alive else { return terminalVanished() }
    loop.sources.setEvents(tty.isDrained ? POLLIN : POLLIN | POLLOUT, of: tty.descriptor)
  }

  /// Follows the terminal's size.
  func checkSize() {
    let (columns, rows) = tty.size
    let size = Size(columns, rows)
    guard size != screen.size else { return }
    screen.resize(to: size)
    prepareForCrash()
    mustPaint = true
    program.handle(.resize(size))
  }

  // MARK: Leaving

  func finish(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    finished?.resume()
  }

  /// Leaves by `signal`, which came when it was settled that the program leaves.
  func leave(by signal: Int32) {
    guard outcome?.signal == nil else { return }
    outcome = Outcome(status: 128 + signal, message: outcome?.message, signal: signal)
  }
}
