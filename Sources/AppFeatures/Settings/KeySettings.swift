import Models
import TerminalUI

/// A person's choice of keys, parsed from the lines of a settings file such as `key.rep = Space x`.
///
/// ```swift
/// let keys = KeySettings(SettingsText(text).keyEntries, for: AppTab.keys.rows)
/// ```
public struct KeySettings: Hashable, Sendable {
  /// The keys of all valid entries.
  public private(set) var remapping = KeyRemapping()
  /// The invalid entries, in the order of their lines.
  public private(set) var problems = ProblemList<TextError>()

  /// Creates the keys for the rows of a key table.
  ///
  /// An invalid entry, or one that gives two actions of one screen the same key, is added to ``problems``, and its row
  /// keeps its default keys. If an action has two entries, the later one counts.
  ///
  /// - Complexity: O(entries × rows).
  public init(_ entries: [SettingsText.KeyEntry], for rows: [KeyRow]) {
    var choices: [Choice] = []
    for entry in entries {
      do throws(TextError) {
        let choice = try Choice(entry, rows)
        choices.removeAll { $0.name == choice.name }
        choices.append(choice)
      } catch {
        problems.append(error)
      }
    }
    // Conflicts can be detected only when all entries are known, because two entries may swap two keys.
    var conflicts: [TextError] = []
    while let conflict = Conflict(choices, rows) {
      conflicts.append(conflict.problem)
      choices.removeAll { $0.name == conflict.name }
    }
    problems = problems.merging(ProblemList(conflicts.sorted()))
    for choice in choices { remapping[choice.name] = choice.keys }
  }
}

/// A valid entry with its keys.
private struct Choice {
  /// The maximum number of keys of an action.
  private static let maxKeys = 20

  let line: Int
  let name: String
  let keys: [Key]

  init(_ entry: SettingsText.KeyEntry, _ rows: [KeyRow]) throws(TextError) {
    func problem(_ message: String) -> TextError { TextError(line: entry.line, message) }
    line = entry.line
    let name = entry.name
    self.name = name
    guard !name.isEmpty, rows.contains(where: { $0.name == name }) else {
      throw problem("no action is named \(name.quoted)")
    }
    var keys: [Key] = []
    for word in entry.value.split(whereSeparator: \.isWhitespace) {
      guard let key = Key(name: String(word)) else {
        throw problem("no key is named \(word.quoted)")
      }
      guard key != .control("c"), key != .control("z") else {
        throw problem(
          "\(key.name) always quits or suspends, and cannot be \"\(name)\" as well")
      }
      if !keys.contains(key) { keys.append(key) }
      guard keys.count <= Self.maxKeys else {
        throw problem("\"\(name)\" can have at most \(Self.maxKeys) keys")
      }
    }
    guard !keys.isEmpty else {
      let setting = SettingsText.KeyEntry.prefix + name
      throw problem("\"\(setting)\" needs a key, such as \(setting) = F5")
    }
    self.keys = keys
  }
}

/// A conflict between two rows that would share a key.
private struct Conflict {
  let name: String
  let problem: TextError

  /// Finds the conflict of the last choice that has one; `nil` if there is none.
  init?(_ choices: [Choice], _ rows: [KeyRow]) {
    var keys: [String: [Key]] = [:]
    for choice in choices { keys[choice.name] = choice.keys }
    for choice in choices.reversed() {
      for row in rows where row.name == choice.name {
        for other in rows where other.name != row.name && row.overlaps(other) {
          let otherKeys = keys[other.name] ?? other.keys
          // Keys that the table itself shares between two rows belong to different states.
          let sharedKey = choice.keys.first {
            otherKeys.contains($0) && !(row.keys.contains($0) && other.keys.contains($0))
          }
          guard let sharedKey else { continue }
          name = choice.name
          problem = TextError(
            line: choice.line,
            "\(sharedKey.name) cannot be both \"\(choice.name)\" and "
              + "\"\(other.name.isEmpty ? other.label : other.name)\" on one screen; "
              + "\"\(choice.name)\" stays on \(row.keyNames)")
          return
        }
      }
    }
    return nil
  }
}
