import Files
import Glibc
import Models

/// A reason why text could not be written.
enum OutputError: Error, Hashable {
  /// The reader has gone.
  case closed
  /// The system's reason, in words.
  case failed(String)
}

/// A file descriptor with a buffer for text.
final class Output {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Adds text unchanged, to be written by the next ``flush()``. The text must come from the program itself, or from a
  /// format such as JSON that escapes control characters.
  func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Adds a line with its control characters written out, because it may have text from a file or a database.
  ///
  /// - Throws: ``OutputError``.
  func appendLine(_ line: String) throws {
    append(line.escapedText)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfLarge()
  }

  /// Writes the added text if there is enough of it to be worth a system call.
  ///
  /// - Throws: ``OutputError``.
  func flushIfLarge() throws {
    if buffer.count >= 1 << 15 { try flush() }
  }

  /// Waits for some time, or until the reader has gone.
  ///
  /// - Returns: Whether there is still a reader.
  func waitForReader(milliseconds: Int32) -> Bool {
    // Asked for nothing, it only tells when the other end is closed.
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&end, 1, milliseconds) <= 0
  }

  /// Writes the added text.
  ///
  /// - Throws: ``OutputError``.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Another process has made the shared descriptor non-blocking.
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&ready, 1, -1)
        } else if errno == EPIPE {
          throw OutputError.closed
        } else if errno != EINTR {
          throw OutputError.failed(systemErrorMessage())
        }
      }
    }
  }
}

extension String {
  /// The text with spaces behind it, at least so many columns wide.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - maxColumnWidth))
  }

  /// The text with spaces before it, at least so many columns wide.
  func rightAligned(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - maxColumnWidth)) + self
  }
}
