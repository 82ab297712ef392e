import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

/// The file `accounts.json` in the data folder, with the accounts of this machine and their secrets.
///
/// It is a separate file, so that backups, snapshots and recordings never contain a secret. If it is missing, no group
/// has been joined. It is replaced atomically, and JSON members that this version does not know are kept.
public struct AccountFile: Hashable, Sendable {
  private let folder: DataFolder

  /// Creates a value for the file in a folder. Does not access the file system.
  public init(in folder: DataFolder) { self.folder = folder }

  public var path: String {
    folder.path.hasSuffix("/") ? "\(folder.path)accounts.json" : "\(folder.path)/accounts.json"
  }

  /// The maximum size of the file in bytes.
  private static let maxBytes = 1 << 20

  /// Whether the file exists. Does not open it.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// Returns the accounts in the file; none if there is no file.
  ///
  /// - Throws: ``AccountFileError``.
  public func load() throws(AccountFileError) -> [StoredAccount] { try read().accounts }

  /// Changes the accounts while other programs are locked out, and returns the result of `change`.
  ///
  /// - Throws: ``AccountFileError``, and errors of `change`; the file is unchanged.
  public func update<Result>(
    _ change: (inout [StoredAccount]) throws -> Result
  ) throws -> Result {
    try updateContents { contents in
      let result = try change(&contents.accounts)
      if contents.accounts.contains(where: { $0.token == contents.pendingJoin?.token }) {
        contents.pendingJoin = nil
      }
      return result
    }
  }

  /// Returns the token with which this device joins by a link.
  ///
  /// It is in the file before the server knows it, so that the link still works if the response is lost or the account
  /// cannot be saved. The last link is remembered until its account is in the file.
  ///
  /// - Throws: ``AccountFileError``.
  public func tokenForJoining(_ link: JoinLink) throws -> String {
    try updateContents { contents in
      if let pending = contents.pendingJoin, pending.isFor(link) { return pending.token }
      let pending = PendingJoin(link)
      contents.pendingJoin = pending
      return pending.token
    }
  }

  /// Removes the token of a link that does not work.
  ///
  /// - Throws: ``AccountFileError``.
  public func forgetTokenForJoining() throws { try updateContents { $0.pendingJoin = nil } }

  private struct Contents {
    /// The version of the format. A file without a version has this one.
    static let version: Int64 = 1

    var accounts: [StoredAccount] = []
    var pendingJoin: PendingJoin?
    /// The JSON members that this version of the program does not know.
    var others: [String: JSONValue] = [:]
  }

  private func updateContents<Result>(
    _ change: (inout Contents) throws -> Result
  ) throws -> Result {
    try folder.createFolder()
    let lock = lockFolder(folder.path)
    guard lock >= 0 else { throw error(.write) }
    defer { close(lock) }
    var contents = try read()
    let result = try change(&contents)
    try write(contents)
    return result
  }

  private func write(_ contents: Contents) throws {
    var members = contents.others
    members["version"] = .integer(Contents.version)
    members["accounts"] = .array(contents.accounts.map(\.json))
    members["joining"] = contents.pendingJoin?.json
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let json = try encoder.encode(JSONValue.object(members))
    let code = replaceFile(at: path, with: Array(json) + [UInt8(ascii: "\n")])
    guard code == 0 else { throw error(.write, code) }
    syncFolder(of: path)
  }

  private func read() throws(AccountFileError) -> Contents {
    // Nonblocking, because opening a pipe would otherwise wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { return Contents() }
      throw error(.read)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw error(.read) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw AccountFileError(.read, path, fileTypeMismatch(status.st_mode))
    }
    guard status.st_uid == geteuid() else {
      throw AccountFileError(.read, path, "it belongs to another user")
    }
    guard status.st_mode & 0o077 == 0 else { throw AccountFileError(.isReadableByOthers, path, "") }
    guard let bytes = readAll(of: file, maxBytes: Self.maxBytes) else { throw error(.read) }
    return try Self.parse(bytes, path)
  }

  private static func parse(
    _ bytes: [UInt8], _ path: String
  ) throws(AccountFileError) -> Contents {
    var members = (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)))?.object ?? [:]
    if let version = members.removeValue(forKey: "version"), version != .integer(Contents.version) {
      throw AccountFileError(.newerVersion, path, "")
    }
    guard let list = members.removeValue(forKey: "accounts")?.array else {
      throw AccountFileError(.damaged, path, "it is not JSON with a list of accounts")
    }
    let accounts = list.compactMap { StoredAccount($0) }
    guard accounts.count == list.count, Set(accounts.map(\.id)).count == list.count else {
      throw AccountFileError(.damaged, path, "an account in it is not valid")
    }
    let pendingJoin = members.removeValue(forKey: "joining").flatMap { PendingJoin($0) }
    return Contents(accounts: accounts, pendingJoin: pendingJoin, others: members)
  }

  private func error(
    _ reason: AccountFileError.Reason, _ code: Int32 = errno
  ) -> AccountFileError {
    AccountFileError(reason, path, systemErrorMessage(code))
  }
}

/// An error of an ``AccountFile``.
public struct AccountFileError: ExplainedError, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case read, write, damaged, newerVersion, isReadableByOthers
  }

  public var reason: Reason
  public var path: String
  public var message: String

  init(_ reason: Reason, _ path: String, _ message: String) {
    self.reason = reason
    self.path = path
    self.message = message
  }

  public var summary: String {
    let path = path.escapedText
    return switch reason {
    case .read: "cannot read \(path) (\(message.escapedText))"
    case .write: "cannot write \(path) (\(message.escapedText))"
    case .damaged: "\(path) is damaged (\(message.escapedText)) and was not changed"
    case .newerVersion: "\(path) was made by a newer Ladder and was not changed"
    case .isReadableByOthers: "other users of this machine can read \(path), which contains secrets"
    }
  }

  public var remedy: String {
    switch reason {
    case .read: "make sure that you own it and can read it, or remove it and join again"
    case .write: "make room and check that the folder is yours"
    case .damaged: "repair it, or remove it and join again"
    case .newerVersion: "update Ladder to use it"
    case .isReadableByOthers: "remove that permission with chmod 600"
    }
  }

  public var details: String { "accounts: \(reason)\n\(message.escapedText)" }
}
