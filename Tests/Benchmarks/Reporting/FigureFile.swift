import FoundationEssentials
import Glibc

/// Where the figures go as JSON.
struct FigureFile {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String

  /// Opens the file, so that one which cannot be written is heard of at once. What is in it stays until there is
  /// something to put in its place.
  ///
  /// - Parameter path: `-` stands for standard output.
  /// - Throws: ``BenchError`` when the file cannot be written.
  init(_ path: String) throws {
    guard let file = path == "-" ? fdopen(STDOUT_FILENO, "w") : fopen(path, "ae") else {
      throw BenchError("'\(path)' cannot be written (\(String(cString: strerror(errno))))")
    }
    self.file = file
    self.path = path
  }

  /// - Throws: ``BenchError`` when it cannot be written to its end.
  func write(_ data: Data) throws {
    if path != "-" { ftruncate(fileno(file), 0) }
    let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard count == data.count, fflush(file) == 0 else {
      throw BenchError("'\(path)' cannot be written (\(String(cString: strerror(errno))))")
    }
  }
}
