import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

extension Doctor {
  /// Returns the findings about owners and permissions of the data folder and its files.
  func permissions() -> [Finding] {
    var findings: [Finding] = []
    if let parent = worldWritableAncestor(of: folder.path) {
      findings.append(
        Finding(
          "\(parent.escapedText): others can replace this folder",
          "remove that permission with chmod o-w"))
    }
    if let status = Self.status(of: folder.path) {
      findings += owner(of: folder.path, status)
      if status.st_mode & 0o022 != 0 {
        let problem = "\(folder.path.escapedText): others can change its contents"
        findings.append(
          Self.isLink(folder.path)
            ? Finding(problem, "protect the folder it points to with chmod go-w")
            : Finding(problem, repair: .setMode(path: folder.path, status.st_mode & 0o7755)))
      }
    }
    let databaseFiles = ["ladder.db"] + TemporaryFile.companionSuffixes.map { "ladder.db" + $0 }
    for name in databaseFiles + AutomaticBackup.all(of: folder.databasePath) {
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
      return [
        Finding(
          "\(path.escapedText): \(fileTypeMismatch(status.st_mode))", "move it somewhere else")
      ]
    }
    var findings = owner(of: path, status)
    if status.st_mode & 0o077 != 0, !path.hasSuffix(".db") || Self.isDatabase(path) {
      findings.append(
        Finding(
          "\(path.escapedText): others can read or change it",
          repair: .setMode(path: path, 0o600)))
    }
    return findings
  }

  /// Returns the findings about the file that a link points to. None has a repair, because the target of a link can
  /// be replaced before the repair runs.
  private func permissions(behindLink path: String, _ status: stat) -> [Finding] {
    guard status.st_mode & S_IFMT == S_IFREG else {
      return [
        Finding(
          "\(path.escapedText): it points to \(fileTypeName(status.st_mode)), not to a regular file",
          "remove the link")
      ]
    }
    var findings = owner(of: path, status)
    if status.st_mode & 0o077 != 0 {
      findings.append(
        Finding(
          "\(path.escapedText): others can read or change the file it points to",
          "protect that file with chmod go="))
    }
    return findings
  }

  /// Returns whether a file is empty or has the application ID of a Ladder database.
  private static func isDatabase(_ path: String) -> Bool {
    let file = openWithoutFollowingLinks(path)
    guard file >= 0 else { return false }
    defer { close(file) }
    // The application ID is in the 4 bytes from offset 68. Source: https://sqlite.org/fileformat2.html
    var bytes = [UInt8](repeating: 0, count: 72)
    let count = pread(file, &bytes, bytes.count, 0)
    return count == 0
      || count == bytes.count
        && bytes[68...].reduce(0) { $0 << 8 | Int64($1) }
          == Int64(DatabaseFormat.ladder.applicationID)
  }

  /// Changes the mode of a file or folder that belongs to this user, through the file descriptor that was checked.
  func setMode(_ mode: mode_t, of path: String) {
    let file = Self.openWithoutFollowingLinks(path)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid() else { return }
    if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { fchmod(file, mode) }
  }

  /// Opens a file or folder without following a link or waiting for a pipe.
  private static func openWithoutFollowingLinks(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  }

  private func owner(of path: String, _ status: stat) -> [Finding] {
    guard status.st_uid != geteuid() else { return [] }
    return [
      Finding("\(path.escapedText): it belongs to another user", "change its owner with chown")
    ]
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Returns the status of a link itself, not of its target.
  private static func linkStatus(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    linkStatus(of: path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// The number of seconds without a change after which a temporary file counts as abandoned. Writing one takes much
  /// less time.
  private static let maxWriteDuration: TimeInterval = 600

  private static func temporaryFilePaths(prefix stem: some StringProtocol, in folder: String)
    -> [String]
  {
    fileNames(inFolder: folder).filter { $0.hasPrefix(stem) && $0.contains(temporaryFileInfix) }
      .map { "\(folder)/\($0)" }
  }

  /// Finds the temporary files of killed programs: in the data folder, beside the settings, and at the destinations
  /// of backups.
  func forEachAbandonedFile(_ body: (Finding) -> Void) {
    let localPaths = Self.temporaryFilePaths(prefix: "ladder", in: folder.path)
    var paths = localPaths
    if let settings = settingsFile?.path, let settingsFolder = settings.parentPath {
      let name = settings.dropFirst(settingsFolder.count + 1)
      paths += Self.temporaryFilePaths(prefix: name + temporaryFileInfix, in: settingsFolder)
      paths += Self.temporaryFilePaths(prefix: RescueFolder.prefix, in: settingsFolder)
    }
    paths = paths.filter { age(of: $0, S_IFREG) > Self.maxWriteDuration }
    var links: [String] = []
    for link in localPaths
    where Self.isOwnedByUser(link) && age(of: link, S_IFLNK) > Self.maxWriteDuration {
      let linked = Self.temporaryFiles(linkedBy: link).filter { age(of: $0, S_IFREG) >= 0 }
      // A large backup takes longer, but its temporary file keeps changing.
      guard linked.allSatisfy({ age(of: $0, S_IFREG) > Self.maxWriteDuration }) else { continue }
      paths += linked.filter(Self.isOwnedByUser)
      links.append(link)
    }
    for path in Set(paths).sorted() {
      body(
        Finding(
          "\(path.escapedText): an incomplete file, left by a program that was killed",
          repair: .remove(path: path)))
    }
    for path in links.sorted() {
      body(
        Finding(
          "\(path.escapedText): a link to an incomplete backup, left by a program that was killed",
          repair: .remove(path: path)))
    }
  }

  /// Returns the path of the temporary file that a link leads to, and the paths of SQLite's files beside it.
  private static func temporaryFiles(linkedBy link: String) -> [String] {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return [] }
    let path = String(decoding: bytes[..<count], as: UTF8.self)
    // The names of a link and its target end with the same six random letters.
    guard path.hasSuffix(temporaryFileInfix + link.suffix(6)) else { return [] }
    return [path] + TemporaryFile.companionSuffixes.map { path + $0 }
  }

  /// Returns the seconds since a file or link of the given type was modified, or a negative number if there is
  /// none.
  private func age(of path: String, _ type: mode_t) -> TimeInterval {
    guard let status = Self.linkStatus(of: path), status.st_mode & S_IFMT == type else { return -1 }
    return max(0, now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec))
  }

  private static func isOwnedByUser(_ path: String) -> Bool {
    linkStatus(of: path).map { $0.st_uid == geteuid() } ?? false
  }
}

// MARK: - Unsaved workouts

extension Doctor {
  private var rescue: RescueFolder? { RescueFolder(nextTo: settingsFile, for: folder) }

  /// Finds the files in the rescue folder, except those of running processes.
  func forEachUnsavedWorkout(_ body: (Finding) -> Void) {
    guard let rescue else { return }
    for file in rescue.files {
      let path = file.escapedText
      switch rescue.state(of: file) {
      case .inUse: break
      case .workout(let rescued):
        body(
          Finding("\(path): \(rescued.text) could not be saved", repair: .importWorkout(rescued)))
      case .otherDataFolder(let rescued):
        body(
          Finding(
            "\(path): \(rescued.text) could not be saved; it belongs to another data folder",
            "run \"ladder doctor --repair --data \(rescued.dataFolder.escapedText)\""))
      case .unreadable(let reason):
        body(
          Finding("\(path): no workout can be read from it (\(reason))", "check it, or remove it"))
      }
    }
  }

  /// Imports the workouts in the rescue folder into the database.
  ///
  /// - Throws: The first `DatabaseError` or `UnknownChallenge`; the files of workouts that were not imported remain.
  func importWorkouts() throws {
    guard let rescue else { return }
    var connection: Connection?
    defer { connection?.close() }
    var firstError: (any Error)?
    for file in rescue.files {
      guard case .workout(let rescued) = rescue.state(of: file) else { continue }
      let open = try connection ?? Connection.open(in: folder)
      connection = open
      // A workout that cannot be imported does not prevent the import of others.
      do {
        try rescue.importWorkout(rescued, into: open)
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError { throw firstError }
  }
}

extension RescuedWorkout {
  /// A short description of the workout.
  fileprivate var text: String {
    "a workout of \(person.text) (\(draft.challenge.rawValue.escapedText(maxLength: 60)), "
      + "\(draft.log.repCount.repsText) in \(draft.duration.clockText))"
  }
}
