import Glibc
import Testing

/// Runs a script with Python.
///
/// - Parameters:
///   - arguments: The name of the script, and its arguments.
///   - file: A file in the folder of the script.
/// - Returns: Everything that it prints.
package func python(_ arguments: [String], nextTo file: String = #filePath) -> String {
  let folder = file.split(separator: "/").dropLast().joined(separator: "/")
  return output(of: "python3 '/\(folder)/\(arguments.joined(separator: "' '"))'")
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if Python or one of its modules is not installed.
  package static func needsPython(_ module: String) -> Self {
    .enabled(
      if: output(of: "python3 -c 'import \(module)'").isEmpty, "needs Python's \(module)")
  }
}

/// Runs a shell command and returns its output.
private func output(of command: String) -> String {
  guard let stream = popen("\(command) 2>&1", "r") else { return "no shell" }
  var bytes: [UInt8] = []
  while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(byte)) }
  let text = String(decoding: bytes, as: UTF8.self)
  let status = pclose(stream)
  return status == 0 || !text.isEmpty ? text : "status \(status)"
}
