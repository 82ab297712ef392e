import Scripting

extension FuzzTarget {
  /// Checks that a parsed script can be written and parsed again, and that an error is a line of text.
  func checkScript(_ bytes: [UInt8]) throws(PropertyViolation) {
    let script: Script
    do throws(ScriptError) {
      script = try Script(parsing: bytes.asText, file: "fuzz")
    } catch {
      try expect(error.message.isOnlyText, "\(error.description.debugDescription)")
      try expect(error.message.unicodeScalars.count < 2000, "an error message of unlimited length")
      return
    }
    let written = Self.text(of: script)
    let reparsed: Script
    do throws(ScriptError) {
      reparsed = try Script(parsing: written, file: "fuzz")
    } catch {
      throw PropertyViolation("\(error) in the written script: \(written.debugDescription)")
    }
    try expect(
      reparsed.steps.map(\.command) == script.steps.map(\.command),
      "different steps: \(written.debugDescription)")
    try expect(Self.text(of: reparsed) == written, "different text: \(written.debugDescription)")
    try expect(script.duration >= .zero, "a negative duration")
  }

  private static func text(of script: Script) -> String {
    script.setup.text + script.steps.map { $0.command.text + "\n" }.joined()
  }
}
