import FoundationEssentials
import Models
import TerminalUI

extension FuzzTarget {
  /// Checks that values parsed from short texts round-trip, and that text from any input can be shown.
  func checkWords(_ bytes: [UInt8]) throws(PropertyViolation) {
    let text = bytes.asText
    if let purpose = WorkoutDraft.Purpose(text: text) {
      try expect(WorkoutDraft.Purpose(text: purpose.text) == purpose, "a purpose: \(purpose.text)")
    }
    if let time = Duration(clockText: text) {
      let hundredths = Duration.milliseconds(time.wholeHundredths * 10)
      try expect(time >= .zero, "a time below zero")
      let isLong = time >= .seconds(600_000)
      try expect(isLong || Duration(clockText: time.clockText) == hundredths, time.clockText)
    }
    if let date = Date(iso8601: text) {
      try expect(Date(iso8601: date.iso8601) == date, "a different date: \(date.iso8601)")
    }
    let now = Date(timeIntervalSince1970: 253_402_300_799)
    if let time = try? TypedTime(text, now: now) {
      try expect(
        LocalTime(time.date, utcOffset: time.utcOffset).text.isOnlyText, "a local time")
    }
    try checkNames(text)
  }

  private func checkNames(_ text: String) throws(PropertyViolation) {
    if let name = PersonName(text) {
      try expect(PersonName(name.text) == name, "a name changes: \(name.text.debugDescription)")
      try expect(name.text.isOnlyText, name.text.debugDescription)
      try expect(
        name.text.count <= PersonName.maxLength
          && TextWidth.width(of: PersonName.truncated(name.text)) <= PersonName.maxDisplayWidth,
        name.text.debugDescription)
    }
    let id = Challenge.ID(customName: text)
    let isPlain = id.rawValue.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || (48...57).contains($0) || (97...122).contains($0)
    }
    try expect(isPlain && id.isCustom, "\(id)")
    let given = Challenge.ID(rawValue: text)
    try expect(given.description.isOnlyText, "\(given)")
    try expect(text.escapedText.isOnlyText, text.escapedText.debugDescription)
    let short = text.escapedText(maxLength: 40)
    try expect(short.isOnlyText && short.unicodeScalars.count <= 401, short.debugDescription)
    let json = JSONText.string(text).text
    try expect(json.isOnlyText, json.debugDescription)
    let read = try? JSONDecoder().decode([String].self, from: Data("[\(json)]".utf8))
    try expect(read == [text], "JSON: \(json.debugDescription)")
    _ = Catalogue.standard.challenges(matching: text)
  }
}
