import FoundationEssentials
import Glibc

/// A file for the figures as JSON.
struct FigureFile {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String

  /// Opens the file, so that errors are reported before the measurement. The contents stay until ``write(_:)``.
  ///
  /// - Parameter path: The path; `-` for standard output.
  /// - Throws: ``BenchError`` if the file can't be opened for writing.
  init(_ path: String) throws {
    guard let file = path == "-" ? fdopen(STDOUT_FILENO, "w") : fopen(path, "ae") else {
      throw BenchError("'\(path)' cannot be written (\(String(cString: strerror(errno))))")
    }
    self.file = file
    self.path = path
  }

  /// Replaces the contents.
  ///
  /// - Throws: ``BenchError`` if they can't be written completely.
  func write(_ data: Data) throws {
    if path != "-" { ftruncate(fileno(file), 0) }
    let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard count == data.count, fflush(file) == 0 else {
      throw BenchError("'\(path)' cannot be written (\(String(cString: strerror(errno))))")
    }
  }
}
