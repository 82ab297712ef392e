/// Keys as a settings file has them: `key.rep = Space x`, several with spaces between.
///
/// ```swift
/// let keys = KeySettings(SettingLine.read(text), for: AppTab.keys.rows)
/// ```
public struct KeySettings: Hashable, Sendable {
  /// What every setting of a key begins with.
  public static let prefix = "key."

  /// What holds of them.
  public private(set) var remapping = KeyRemapping()
  /// What does not, by the lines of the file.
  public private(set) var problems: [SettingProblem] = []

  /// Takes the lines that begin with ``prefix``, and leaves the others to others.
  ///
  /// A setting that cannot be, or that would give two actions of one screen the same key, is named in ``problems``; the
  /// row keeps its own keys then. Of two settings of one name the later counts.
  ///
  /// - Complexity: O(settings² × rows).
  public init(_ settings: some Sequence<SettingLine>, for rows: [KeyRow]) {
    var chosen: [Choice] = []
    for setting in settings where setting.name.hasPrefix(Self.prefix) {
      do throws(Complaint) {
        let choice = try Choice(setting, rows)
        chosen.removeAll { $0.name == choice.name }
        chosen.append(choice)
      } catch {
        problems.append(SettingProblem(line: setting.line, message: error.message))
      }
    }
    // Only whoever sees all of them can tell: two settings may swap two keys.
    while let conflict = Conflict(chosen, rows) {
      problems.append(conflict.problem)
      chosen.removeAll { $0.name == conflict.name }
    }
    problems.sort { $0.line < $1.line }
    for choice in chosen { remapping[choice.name] = choice.keys }
  }
}

private struct Complaint: Error { let message: String }

/// One setting that makes sense by itself.
private struct Choice {
  let line: Int
  let name: String
  let keys: [Key]

  init(_ setting: SettingLine, _ rows: [KeyRow]) throws(Complaint) {
    line = setting.line
    name = String(setting.name.dropFirst(KeySettings.prefix.count))
    let name = name
    guard !name.isEmpty, rows.contains(where: { $0.name == name }) else {
      throw Complaint(message: "there is no action \"\(TextSanitizer.sanitize(name, atMost: 40))\"")
    }
    var keys: [Key] = []
    for word in setting.value.split(whereSeparator: \.isWhitespace) {
      guard let key = Key(name: String(word)) else {
        throw Complaint(message: "there is no key \"\(TextSanitizer.sanitize(word, atMost: 40))\"")
      }
      guard key != .control("c"), key != .control("z") else {
        throw Complaint(message: "\(key.name) always leaves, and cannot be \"\(name)\" as well")
      }
      if !keys.contains(key) { keys.append(key) }
    }
    guard !keys.isEmpty else {
      throw Complaint(message: "\"\(setting.name)\" needs a key, as in \(setting.name) = F5")
    }
    self.keys = keys
  }
}

/// Two rows that a new choice would put on the same key.
private struct Conflict {
  let name: String
  let problem: SettingProblem

  /// The conflict of the last choice that has one; nil when there is none.
  init?(_ chosen: [Choice], _ rows: [KeyRow]) {
    var keys: [String: [Key]] = [:]
    for choice in chosen { keys[choice.name] = choice.keys }
    for choice in chosen.reversed() {
      for own in rows where own.name == choice.name {
        for other in rows where other.name != own.name && own.meets(other) {
          let taken = keys[other.name] ?? other.keys
          // What the tables themselves share they share in different states.
          let shared = choice.keys.first {
            taken.contains($0) && !(own.keys.contains($0) && other.keys.contains($0))
          }
          guard let shared else { continue }
          name = choice.name
          problem = SettingProblem(
            line: choice.line,
            message: "\(shared.name) would be \"\(choice.name)\" and "
              + "\"\(other.name.isEmpty ? other.label : other.name)\" on one screen; "
              + "\"\(choice.name)\" stays on \(own.keyNames)")
          return
        }
      }
    }
    return nil
  }
}
