import CSystem
import Glibc

/// The terminal's device: its modes, its size, and bytes both ways without ever waiting for it.
struct Tty: ~Copyable {
  let descriptor: Int32
  /// The modes found, which are the ones to go back to.
  private(set) var saved: termios
  /// What the terminal has not taken yet.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  /// Calls of `write` so far.
  private(set) var writeCount = 0

  /// - Throws: ``TerminalError`` when standard input or output is not a terminal.
  init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let opened = csys_open_terminal(STDIN_FILENO)
    guard opened >= 0 else { throw .unavailable(errno: -opened) }
    var modes = termios()
    guard tcgetattr(opened, &modes) == 0 else {
      let code = errno
      close(opened)
      throw .unavailable(errno: code)
    }
    descriptor = opened
    saved = modes
  }

  deinit { close(descriptor) }

  /// No screen is wider or higher than so many cells, but anybody may say that one is, and 65 535 either way are a frame
  /// of 34 GB.
  static let mostCells = 1000

  /// The terminal's size, or 80 by 24 when it does not say.
  var size: (columns: Int, rows: Int) {
    let size = csys_window_size(descriptor)
    return size.columns > 0 && size.rows > 0
      ? (min(Int(size.columns), Self.mostCells), min(Int(size.rows), Self.mostCells)) : (80, 24)
  }

  mutating func makeRaw() { csys_terminal_make_raw(descriptor, &saved) }
  mutating func restoreModes() { csys_terminal_set(descriptor, &saved) }

  /// Whether a new frame may be written: the last one has gone.
  var isDrained: Bool { sentCount == unsent.count }

  /// How many bytes the terminal has not taken.
  var waitingCount: Int { unsent.count - sentCount }

  /// Queues bytes by letting `fill` append them, then writes once.
  ///
  /// - Returns: False when the terminal is gone.
  mutating func send(_ fill: (inout [UInt8]) -> Void) -> Bool {
    if isDrained {
      unsent.removeAll(keepingCapacity: true)
      sentCount = 0
    }
    fill(&unsent)
    return flush()
  }

  /// Writes what is queued, once, as far as the terminal takes it.
  ///
  /// - Returns: False when the terminal is gone.
  mutating func flush() -> Bool {
    guard !isDrained else { return true }
    let written = unsent.withUnsafeBytes { bytes in
      csys_write(
        descriptor, bytes.baseAddress! + sentCount, bytes.count - sentCount)
    }
    writeCount += 1
    guard written >= 0 else { return false }
    sentCount += written
    return true
  }

  /// Forgets what is queued, then writes `bytes`, waiting a moment for a slow terminal: for the way
  /// out, when nothing else will be written.
  mutating func sendLast(_ bytes: [UInt8]) {
    // A frame cut in half may have ended inside a sequence: CAN ends it.
    let cut = sentCount > 0 && !isDrained
    unsent.removeAll(keepingCapacity: true)
    sentCount = 0
    let all = (cut ? [0x18] : []) + bytes
    guard csys_write_all(descriptor, all, all.count, 300) != 0 else { return }
    // It does not read. What waits there is old frames: they go, so that this gets through later.
    csys_terminal_drop_output(descriptor)
    let again = [0x18] + bytes
    _ = csys_write_all(descriptor, again, again.count, 100)
  }

  /// Reads what has been typed, up to the buffer's size.
  ///
  /// - Returns: The number of bytes, 0 when there are none, below 0 when the terminal is gone.
  func read(into buffer: inout [UInt8]) -> Int {
    let descriptor = descriptor
    return buffer.withUnsafeMutableBytes { csys_read(descriptor, $0.baseAddress, $0.count) }
  }
}
