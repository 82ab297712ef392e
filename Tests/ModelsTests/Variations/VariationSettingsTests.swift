import Testing

@testable import Models

struct VariationSettingsTests {
  @Test func `the file defines and replaces scales`() {
    let text = SettingsText(
      """
      variations.push-up = knee push-up, push-up, 俯卧撑
      variations.Swing = light swing, swing
      variations.push-ups = push-up, archer push-up
      """)
    #expect(text.problems.isEmpty)
    let scales = text.settings.variationScales
    #expect(scales.count == VariationScale.standard.count + 1)
    #expect(scales.neighbor(of: "swings", by: -1) == "light swing")
    #expect(scales.neighbor(of: "push-up", by: 1) == "archer push-up")
    #expect(scales.neighbor(of: "push-up", by: -1) == nil)
    #expect(scales.neighbor(of: "plank", by: -1) == "knee plank")
  }

  @Test(arguments: [
    ("variations.dip = dip", "2 to 16 names in at most 1024 bytes, not \"dip\""),
    ("variations.dip =", "names of exercises with commas between them, not \"\""),
    ("variations.dip = dip, , ring dip", "names of exercises with commas between them, not"),
    ("variations.dip = dip, Dips", "different exercises, not \"dip, Dips\""),
    ("variations. = a, b", "names of exercises with commas between them, not \"a, b\""),
    ("variations.dip = a, \u{1B}[2J\"x\"", "names of exercises with commas between them"),
  ])
  func `an invalid scale is reported and has no effect`(line: String, problem: String) {
    let text = SettingsText(line + "\ntheme = dark\n")
    #expect(text.problems.count == 1 && text.problems[0].line == 1)
    #expect(text.problems[0].message.contains(" must be " + problem), "\(text.problems)")
    #expect(!text.problems[0].message.contains("\u{1B}"))
    #expect(text.settings.variationScales == VariationScale.standard)
    #expect(text.settings.theme == .dark)
  }

  @Test func `the number of scales is limited`() {
    let lines = (0...64).map { "variations.exercise\($0)x = easy \($0)x, hard \($0)x\n" }
    let text = SettingsText(lines.joined())
    #expect(text.problems.map(\.line) == [65])
    #expect(text.settings.variations.count == 64)
    #expect(text.text == lines.joined())
  }
}
