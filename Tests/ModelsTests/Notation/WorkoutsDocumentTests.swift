import Models
import SystemTestSupport
import Testing

/// Tests of the examples in `docs/WORKOUTS.md`.
struct WorkoutsDocumentTests {
  private let document = Document("docs/WORKOUTS.md")

  @Test func `the workouts are valid and canonical`() throws {
    let lines = document.blocks.filter { $0.language == "text" }.flatMap(\.lines)
    #expect(lines.count > 10)
    for line in lines { #expect(try Routine(text: line).text == line) }
  }

  /// Examples in sentences and tables; a group without its contents ends with an ellipsis.
  @Test func `the parts of workouts are valid`() {
    let lines = document.lines.prefix { $0 != "## Custom challenges" }
    let codes = lines.joined(separator: "\n").split(separator: "`").enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.contains(" ") }.map(\.element)
    #expect(codes.count > 15)
    for code in codes {
      let text = code.replacing("(…)", with: "(squat 1)")
      let whole = text.hasPrefix("rest") ? "squat 1, \(text)" : String(text)
      #expect(throws: Never.self, "\(code)") { try Routine(text: whole) }
    }
  }

  @Test func `the sets are valid`() {
    let texts =
      document.codes(inTablesWith: "| Text | Set |")
      + document.codes(inTablesWith: "| Text | Sets |")
    #expect(texts.count > 12)
    for text in texts {
      #expect(throws: Never.self, "\(text)") { try [SetEntry](text: text, unit: .kilograms) }
    }
    #expect(throws: TextError.self) { try [SetEntry](text: "3x5", unit: .kilograms) }
  }

  @Test func `the program is valid`() throws {
    let text = document.blocks.filter { $0.language == "none" }.flatMap(\.lines)
    let programs = try RoutineText(text.joined(separator: "\n")).programs
    #expect(programs.map(\.name) == ["Mine"])
  }

  @Test func `the progression rules are valid`() {
    let texts = document.codes(inTablesWith: "| Rule | Suggestion |")
    #expect(texts.count == 5)
    for text in texts {
      #expect(throws: Never.self, "\(text)") { try ProgressionRule(text: text) }
    }
  }
}
