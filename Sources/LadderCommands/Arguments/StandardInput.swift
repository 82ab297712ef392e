import Glibc

/// Standard input, from which secrets are read that must not be arguments.
enum StandardInput {
  /// Returns the first line.
  ///
  /// - Parameter maxSize: The maximum number of bytes to read.
  static func readLine(maxSize: Int) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < maxSize, read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
