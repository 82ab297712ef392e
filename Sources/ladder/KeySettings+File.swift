import Clients
import ClientsLive
import Features
import TerminalUI

extension LoadedSettings {
  /// The keys that the settings ask for. What is wrong with one joins the ``problems``, and the rest holds.
  mutating func readKeys(of file: SettingsFile) -> KeyRemapping {
    let keys = KeySettings(SettingLine.read(text), for: AppTab.keys.rows)
    problems += keys.problems.map { file.problem(inLine: $0.line, $0.message) }
    return keys.remapping
  }
}
