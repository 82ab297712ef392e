import AppFeatures
import Models
import TerminalUI

extension FuzzTarget {
  /// Checks that only lines of changed settings are rewritten, that settings round-trip, and that problems are lines of
  /// text.
  @MainActor
  func checkSettings(_ bytes: [UInt8]) throws(PropertyViolation) {
    let file = SettingsText(bytes.asText)
    let again = SettingsText(file.text)
    try expect(again.settings == file.settings, "different settings")
    try expect(again.problems == file.problems, "different problems")
    for error in file.problems {
      try expect(error.problem.isOnlyText, error.problem.debugDescription)
      try expect(error.problem.unicodeScalars.count < 500, "a problem of unlimited length")
    }
    var changed = file
    changed.update(to: file.settings)
    try expect(changed.text == file.text, "an update to equal settings changes the text")
    var wanted = Settings()
    wanted.theme = .dark
    wanted.rest = 30
    for settings in [Settings(), wanted] {
      changed.update(to: settings)
      try expect(SettingsText(changed.text).settings == settings, "updated settings are lost")
    }
    let keys = KeySettings(file.keyEntries, for: AppTab.keys.rows)
    for error in keys.problems {
      try expect(error.problem.isOnlyText, error.problem.debugDescription)
      try expect(error.problem.unicodeScalars.count < 500, "a problem of unlimited length")
    }
    try expect(
      keys == KeySettings(again.keyEntries, for: AppTab.keys.rows), "different keys")
  }
}
