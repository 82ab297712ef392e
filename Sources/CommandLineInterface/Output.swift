import Files
import Glibc
import Models

/// An error in writing output.
public enum OutputError: Error, Hashable {
  /// The output is a pipe whose reader has closed it.
  case closed
  /// Any other error, with the system's message.
  case failed(String)
}

/// A buffered text stream over a file descriptor.
public final class Output {
  let descriptor: Int32
  private var buffer = ""
  /// A change that the command has already made, as in `the workout is saved`. The error of a failed write includes it,
  /// because the person would otherwise run the command again.
  public var completedChange: String?

  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Appends text unchanged, to be written by the next ``flush()``.
  ///
  /// The text must be from the program, or in a format such as JSON that escapes control characters.
  public func append(_ text: String) { buffer += text }

  /// Appends a line with escaped control characters, because it may contain text from a file or a database.
  ///
  /// - Throws: ``OutputError`` if the buffer is flushed and that fails.
  public func appendLine(_ line: String) throws {
    append(line.escapedText)
    append("\n")
    try flushIfLarge()
  }

  /// Writes the buffered text once there are at least 32 KB.
  ///
  /// - Throws: ``OutputError``.
  public func flushIfLarge() throws {
    if buffer.utf8.count >= 1 << 15 { try flush() }
  }

  /// Waits for some time, or until the reader closes the pipe.
  ///
  /// - Returns: Whether there is still a reader.
  public func waitForReader(milliseconds: Int32) -> Bool {
    // Without any events, `poll` only reports that the other end was closed.
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&end, 1, milliseconds) <= 0
  }

  /// Writes the buffered text.
  ///
  /// - Throws: ``OutputError``.
  public func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUTF8 { bytes in
      var start = 0
      while start < bytes.count, let address = bytes.baseAddress {
        let count = write(descriptor, address + start, bytes.count - start)
        if count >= 0 {
          start += count
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

/// A writer for a list: as lines of text below a header, or as a JSON array with one element per line. It doesn't keep
/// the list in memory.
public struct ListWriter {
  private let output: Output
  private let isJSON: Bool
  private let header: String?
  private var isEmpty = true

  /// Creates a writer.
  ///
  /// - Parameter header: The line before the first element, if any.
  public init(_ output: Output, isJSON: Bool, header: String? = nil) {
    self.output = output
    self.isJSON = isJSON
    self.header = header
  }

  /// Writes an element, as JSON or as one or more lines.
  ///
  /// - Throws: ``OutputError``.
  public mutating func append(
    json: @autoclosure () throws -> JSONText, lines: @autoclosure () throws -> [String]
  ) throws {
    defer { isEmpty = false }
    if isJSON {
      output.append(isEmpty ? "[\n  " : ",\n  ")
      output.append(try json().text)
      return try output.flushIfLarge()
    }
    if isEmpty, let header { try output.appendLine(header) }
    for line in try lines() { try output.appendLine(line) }
  }

  /// Writes the end of the list.
  ///
  /// - Parameter message: The line for an empty list, unless the format is JSON.
  /// - Throws: ``OutputError``.
  public func end(whenEmpty message: String) throws {
    if isJSON {
      output.append(isEmpty ? "[" : "\n")
      try output.appendLine("]")
    } else if isEmpty {
      try output.appendLine(message)
    }
  }
}

/// Standard input, for secrets, which must not be arguments.
public enum StandardInput {
  /// Returns the first line.
  ///
  /// - Parameter maxSize: The maximum number of bytes to read.
  public static func readLine(maxSize: Int) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < maxSize, read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension String {
  /// Returns the text padded with trailing spaces to a minimum number of columns.
  public func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - maxColumnWidth))
  }

  /// Returns the text padded with leading spaces to a minimum number of columns.
  public func rightAligned(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - maxColumnWidth)) + self
  }
}
