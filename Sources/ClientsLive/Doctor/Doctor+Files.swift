import FoundationEssentials
import Glibc
import Models

extension Doctor {
  func permissions() -> [Finding] {
    var findings: [Finding] = []
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
    for name in own + KeptBackup.all(in: folder.path) {
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
        && bytes[68...].reduce(0) { $0 << 8 | Int64($1) } == Connection.applicationID
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

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// A program that writes a file is done with it long before that.
  private static let longestDraft: TimeInterval = 600

  private static func drafts(of stem: some StringProtocol, in folder: String) -> [String] {
    folderNames(folder).filter { $0.hasPrefix(stem) && $0.contains(DraftFile.mark) }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the unfinished files of killed programs, here and beside the settings.
  func leftovers() -> [Finding] {
    var paths = Self.drafts(of: "ladder", in: folder.path)
    if let settings = settingsFile?.path, let settingsFolder = settings.parentPath {
      let name = settings.dropFirst(settingsFolder.count + 1)
      paths += Self.drafts(of: name + DraftFile.mark, in: settingsFolder)
    }
    return paths.sorted().compactMap { path in
      guard
        let status = Self.status(of: path), status.st_mode & S_IFMT == S_IFREG,
        now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.longestDraft
      else { return nil }
      return Finding(
        "\(path.visibleText): left half written by a program that was killed",
        mending: .remove(path: path))
    }
  }
}
