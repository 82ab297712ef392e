import ClientsLive
import Features
import Glibc
import TerminalUI

extension CommandLineTool {
  /// The keys that the person's settings file asks for. What is wrong in it is told in a line each, and the rest
  /// holds.
  func keys() -> KeyRemapping {
    guard let path = settingsFile?.path, let text = Self.text(of: path) else {
      return KeyRemapping()
    }
    let (settings, problems) = SettingLine.read(text)
    let keys = KeySettings(settings, for: AppTab.keys.rows)
    for problem in (problems + keys.problems).sorted(by: { $0.line < $1.line }) {
      report("ladder: \(path.visibleText), line \(problem.line): \(problem.message)")
    }
    return keys.remapping
  }

  /// What a file holds; nil where there is none, or none that may be read.
  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
