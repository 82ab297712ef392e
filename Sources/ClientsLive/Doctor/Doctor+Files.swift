import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

extension Doctor {
  func permissions() -> [Finding] {
    var findings: [Finding] = []
    if let parent = folderOpenToAll(above: folder.path) {
      findings.append(
        Finding(
          "\(parent.visibleText): others may put another folder in the place of this one",
          "take that right back with chmod o-w"))
    }
    if let status = Self.status(of: folder.path) {
      findings += owner(of: folder.path, status)
      if status.st_mode & 0o022 != 0 {
        let what = "\(folder.path.visibleText): others may change what is in it"
        findings.append(
          Self.isLink(folder.path)
            ? Finding(what, "close the folder that it leads to with chmod go-w")
            : Finding(what, mending: .setMode(path: folder.path, status.st_mode & 0o7755)))
      }
    }
    let own = ["ladder.db"] + DraftFile.companions.map { "ladder.db" + $0 }
    for name in own + KeptBackup.all(of: folder.databasePath) {
      let path = "\(folder.path)/\(name)"
      guard let status = Self.status(of: path) else { continue }
      findings +=
        Self.isLink(path)
        ? permissions(behindLink: path, status) : permissions(of: path, status)
    }
    return findings
  }

  private func permissions(of path: String, _ status: stat) -> [Finding] {
    guard status.st_mode & S_IFMT == S_IFREG else {
      return [Finding("\(path.visibleText): it is not a file", "put it somewhere else")]
    }
    var findings = owner(of: path, status)
    if status.st_mode & 0o077 != 0, !path.hasSuffix(".db") || Self.isDatabase(path) {
      findings.append(
        Finding(
          "\(path.visibleText): others may read or change it",
          mending: .setMode(path: path, 0o600)))
    }
    return findings
  }

  /// Returns findings without a repair: the target of a link may have been replaced by the time of the repair.
  private func permissions(behindLink path: String, _ status: stat) -> [Finding] {
    guard status.st_mode & S_IFMT == S_IFREG else {
      return [
        Finding(
          "\(path.visibleText): it leads to something that is not a file", "remove the link")
      ]
    }
    var findings = owner(of: path, status)
    if status.st_mode & 0o077 != 0 {
      findings.append(
        Finding(
          "\(path.visibleText): others may read or change the file that it leads to",
          "close that file with chmod go="))
    }
    return findings
  }

  /// Whether a file is empty or begins as a database of Ladder's does.
  private static func isDatabase(_ path: String) -> Bool {
    let file = openAsItIs(path)
    guard file >= 0 else { return false }
    defer { close(file) }
    // The application's mark is the 4 bytes from byte 68 on. Source: https://sqlite.org/fileformat2.html
    var bytes = [UInt8](repeating: 0, count: 72)
    let count = pread(file, &bytes, bytes.count, 0)
    return count == 0
      || count == bytes.count
        && bytes[68...].reduce(0) { $0 << 8 | Int64($1) }
          == Int64(DatabaseFormat.ladder.applicationID)
  }

  /// Changes the mode of a file or folder that belongs to this user, through the descriptor that was checked.
  func setMode(_ mode: mode_t, of path: String) {
    let file = Self.openAsItIs(path)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid() else { return }
    if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { fchmod(file, mode) }
  }

  /// Opens a file or folder without following a link and without waiting for a pipe.
  private static func openAsItIs(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  }

  private func owner(of path: String, _ status: stat) -> [Finding] {
    guard status.st_uid != geteuid() else { return [] }
    return [
      Finding("\(path.visibleText): it belongs to another user", "give it back with chown")
    ]
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// That of a link itself, and not of what it leads to.
  private static func ownStatus(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    ownStatus(of: path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// A program that writes a file is done with it long before that.
  private static let longestDraft: TimeInterval = 600

  private static func drafts(of stem: some StringProtocol, in folder: String) -> [String] {
    folderNames(folder).filter { $0.hasPrefix(stem) && $0.contains(draftMark) }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the unfinished files of killed programs: here, beside the settings, and where a backup was to go.
  func leftovers() -> [Finding] {
    let own = Self.drafts(of: "ladder", in: folder.path)
    var drafts = own
    if let settings = settingsFile?.path, let settingsFolder = settings.parentPath {
      let name = settings.dropFirst(settingsFolder.count + 1)
      drafts += Self.drafts(of: name + draftMark, in: settingsFolder)
      drafts += Self.drafts(of: RescueFolder.prefix, in: settingsFolder)
    }
    drafts = drafts.filter { age(of: $0, S_IFREG) > Self.longestDraft }
    var notes: [String] = []
    for note in own where Self.isOwn(note) && age(of: note, S_IFLNK) > Self.longestDraft {
      let noted = Self.noted(by: note).filter { age(of: $0, S_IFREG) >= 0 }
      // A large backup takes longer, but its draft grows all the time.
      guard noted.allSatisfy({ age(of: $0, S_IFREG) > Self.longestDraft }) else { continue }
      drafts += noted.filter(Self.isOwn)
      notes.append(note)
    }
    return Set(drafts).sorted().map { path in
      Finding(
        "\(path.visibleText): left half written by a program that was killed",
        mending: .remove(path: path))
    }
      + notes.sorted().map { path in
        Finding("\(path.visibleText): notes a backup that was killed", mending: .remove(path: path))
      }
  }

  /// The paths of the draft that a note leads to, and of what SQLite puts beside it.
  private static func noted(by note: String) -> [String] {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(note, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return [] }
    let draft = String(decoding: bytes[..<count], as: UTF8.self)
    // A note ends with the same letters as its draft.
    guard draft.hasSuffix(draftMark + note.suffix(6)) else { return [] }
    return [draft] + DraftFile.companions.map { draft + $0 }
  }

  /// The seconds since a file or link of a type was written; less than zero where there is none.
  private func age(of path: String, _ type: mode_t) -> TimeInterval {
    guard let status = Self.ownStatus(of: path), status.st_mode & S_IFMT == type else { return -1 }
    return max(0, now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec))
  }

  private static func isOwn(_ path: String) -> Bool {
    ownStatus(of: path).map { $0.st_uid == geteuid() } ?? false
  }
}
