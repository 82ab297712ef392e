import CSystem
import Glibc
import TerminalUI

/// The terminal device: its modes, its size, and nonblocking input and output.
struct Tty: ~Copyable {
  let descriptor: Int32
  /// The original modes, which are restored at the end.
  private(set) var saved: termios
  /// The bytes that the terminal has not accepted yet.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  /// The number of calls of `write`.
  private(set) var writeCount = 0

  /// Opens the terminal.
  ///
  /// - Throws: ``TerminalError`` if standard input or output is not a terminal.
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

  /// The maximum width and height. A terminal may report any size; 65 535 in both directions would be a frame of 34 GB.
  static let maxCells = 1000

  /// The terminal's size, or 80 by 24 if it is unknown.
  var size: (columns: Int, rows: Int) {
    let size = csys_window_size(descriptor)
    return size.columns > 0 && size.rows > 0
      ? (min(Int(size.columns), Self.maxCells), min(Int(size.rows), Self.maxCells)) : (80, 24)
  }

  mutating func makeRaw() { csys_terminal_make_raw(descriptor, &saved) }
  mutating func restoreModes() { csys_terminal_set(descriptor, &saved) }

  /// Whether the last frame is written completely, so that a new one may be written.
  var isDrained: Bool { sentCount == unsent.count }

  /// The number of bytes that the terminal has not accepted yet.
  var pendingByteCount: Int { unsent.count - sentCount }

  /// Queues the bytes that `fill` appends, then writes once.
  ///
  /// - Returns: `false` if the terminal was closed.
  mutating func send(_ fill: (inout [UInt8]) -> Void) -> Bool {
    if isDrained {
      unsent.removeAll(keepingCapacity: true)
      sentCount = 0
    }
    fill(&unsent)
    return flush()
  }

  /// Writes queued bytes once, as many as the terminal accepts.
  ///
  /// - Returns: `false` if the terminal was closed.
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

  /// Discards queued bytes, then writes `bytes`, waiting briefly for a slow terminal. Call this last, at exit.
  mutating func sendLast(_ bytes: [UInt8]) {
    // A partly written frame may end inside a sequence; CAN ends the sequence.
    let cut = sentCount > 0 && !isDrained
    unsent.removeAll(keepingCapacity: true)
    sentCount = 0
    let all = (cut ? [0x18] : []) + bytes
    guard csys_write_all(descriptor, all, all.count, 300) != 0 else { return }
    // The terminal does not read. Old frames in its buffer are discarded, so that these bytes are shown later.
    csys_terminal_drop_output(descriptor)
    let again = [0x18] + bytes
    _ = csys_write_all(descriptor, again, again.count, 100)
  }

  /// Reads available input, up to the buffer's size.
  ///
  /// - Returns: The number of bytes, 0 if there is no input, or a negative number if the terminal was closed.
  func read(into buffer: inout [UInt8]) -> Int {
    let descriptor = descriptor
    return buffer.withUnsafeMutableBytes { csys_read(descriptor, $0.baseAddress, $0.count) }
  }
}

// MARK: - Errors

/// An error for a missing or unusable terminal. Its description is one sentence for the user.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// TERM is not set.
  case noTerminalType
  /// TERM names a terminal that terminfo does not know.
  case unknownTerminalType(String)
  /// TERM names a terminal that cannot move its cursor.
  case insufficientCapabilities(String)
  /// The terminal's device cannot be opened or set up.
  case unavailable(errno: Int32)

  public var description: String {
    switch self {
    case .notATerminal:
      "standard input and output are not a terminal"
    case .noTerminalType:
      "TERM is not set, so the capabilities of the terminal are unknown"
    case .unknownTerminalType(let name):
      "the terminal type '\(TextSanitizer.sanitize(name, atMost: 40))' (TERM) is not known on this machine"
    case .insufficientCapabilities(let name):
      "the terminal type '\(TextSanitizer.sanitize(name, atMost: 40))' (TERM) cannot move its cursor"
    case .unavailable(let code):
      "the terminal cannot be opened (error \(code))"
    }
  }

  /// A remedy, if one is known.
  public var remedy: String? {
    switch self {
    case .noTerminalType: "start Ladder with TERM=xterm-256color, or use \"ladder --plain\""
    case .unknownTerminalType:
      "start Ladder with TERM=xterm-256color, install the terminal's description (package ncurses-term), or use \"ladder --plain\""
    case .insufficientCapabilities:
      "if the terminal is of another type, start Ladder with TERM=xterm-256color; otherwise use \"ladder --plain\""
    case .notATerminal, .unavailable: nil
    }
  }
}
