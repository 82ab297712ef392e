import Glibc
import SystemTestSupport
import Testing

/// Tests of key settings when the program starts.
struct KeySettingsFileTests {
  private let folder = TestFolder()

  private func plain(_ settings: String, _ arguments: [String] = ["--plain"]) -> Program.Outcome {
    mkdir("\(folder.path)/ladder", 0o700)
    writeFile(settings, to: "\(folder.path)/ladder/settings")
    return Program(environment: [
      "LADDER_DATA": folder.path, "USER": "ann", "XDG_CONFIG_HOME": folder.path,
    ]).run(arguments)
  }

  /// Returns the number of occurrences of `text` in `output`.
  private func count(_ text: String, in output: String) -> Int {
    output.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  @Test func `a broken line is reported once, on the sheet`() {
    for (line, message) in [
      ("key.jump = j", #"settings:2: no action is named "jump""#),
      ("nonsense", #"settings:2: "nonsense" isn't a setting"#),
      ("theme = purple", #"settings:2: theme must be"#),
      ("key.rep", #"settings:2: "key.rep" isn't a setting"#),
    ] {
      let outcome = plain("key.rep = F5\n\(line)\n")
      // In plain mode, lines are wrapped at the width of the screen.
      let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(count(message, in: words) == 1, "\(line): \(outcome.output)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `problems with keys and values are one list in the order of the lines`() {
    let outcome = plain("key.jump = j\nnonsense\nkey.hop = h\n", ["doctor"])
    let file = "\(folder.path)/ladder/settings"
    #expect(
      outcome.output == """
        \(file):1: no action is named "jump"
        \(file):2: "nonsense" isn't a setting; write it as key = value
        \(file):3: no action is named "hop"

        """)
  }

  @Test func `a correct file is not mentioned`() {
    let outcome = plain("key.pause = F6\ntheme = dark\n")
    #expect(!outcome.output.contains("Something went wrong"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a plain command reports every line that cannot be read`() {
    let outcome = plain("key.jump = j\nnonsense\n", ["history"])
    let file = "\(folder.path)/ladder/settings"
    #expect(
      outcome.errors
        == "ladder: \(file):1: no action is named \"jump\"\n"
        + "ladder: \(file):2: \"nonsense\" isn't a setting; write it as key = value\n")
    #expect(outcome.exitCode == 0)
  }
}
