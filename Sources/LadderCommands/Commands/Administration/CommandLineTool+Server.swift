import Models
import Server
import ServerAPI

extension CommandLineTool {
  /// Opens the database of `--store`, or opens or creates the one in the data folder.
  ///
  /// - Throws: ``UsageError`` if there is no data folder; `StorageError`.
  func serverStorage(_ common: CommonOptions) throws -> any Storage {
    if let url = common.store { return try PostgreSQLStorage(url: url) }
    return try SQLiteStorage(folder: try dataFolder(common).path)
  }
}

extension ParsedArguments {
  /// Returns the group of `--group`; `club` by default.
  ///
  /// - Throws: ``UsageError`` if it is not an ID.
  func group() throws -> Group.ID {
    guard let group = Group.ID(rawValue: values[.group] ?? "club") else {
      throw UsageError("--group needs \(Group.ID.rule), as in --group office")
    }
    return group
  }
}

extension Group.ID {
  /// The characters of an ID, for error messages.
  static let rule = "1 to 32 lowercase letters, digits and hyphens"
}

extension StorageSession {
  /// Returns the members of a group.
  ///
  /// - Throws: ``UsageError`` if there is no such group.
  func existingMembers(of group: Group.ID) throws -> [Member] {
    guard try self.group(group) != nil else { throw UsageError(unknown: group) }
    return try members(of: group)
  }

  /// Returns the member that a command line names: by the number in `ladder serve members`, or else by the name.
  ///
  /// - Throws: ``UsageError`` if there is none, or if several have the name in other letters.
  func member(_ text: String, in group: Group.ID) throws -> Member {
    let members = try existingMembers(of: group)
    let name = PersonName(text)?.text ?? text
    let matches =
      if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
        members.filter { String($0.id) == text }
      } else if let exact = members.first(where: { $0.name == name }) {
        [exact]
      } else {
        members.filter { $0.name.lowercased() == name.lowercased() }
      }
    guard let member = matches.first, matches.count == 1 else {
      throw UsageError(
        "the group \(group.rawValue.quoted) has no member \(text.quoted); "
          + "\"ladder serve members\" lists them")
    }
    return member
  }
}

extension UsageError {
  /// Creates the error about a group that does not exist.
  init(unknown group: Group.ID) {
    self.init(
      "there is no group \(group.rawValue.quoted); \"ladder serve group\" lists them")
  }
}
