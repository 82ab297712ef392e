import Clients
import Files
import Glibc
import Models

/// A person's settings file.
public struct SettingsFile: Hashable, Sendable {
  /// The path of the file, which need not exist.
  public let path: String

  /// Creates a value for the settings file at `path`. Does not access the file system.
  public init(path: String) { self.path = path }

  /// Creates a value for the settings file given by the environment: `$XDG_CONFIG_HOME/ladder/settings`, or
  /// `$HOME/.config/ladder/settings`.
  ///
  /// An empty variable counts as unset. A relative `XDG_CONFIG_HOME` is ignored, as the XDG specification requires.
  ///
  /// - Parameter environment: Returns the value of a variable.
  /// - Returns: `nil` if neither variable can be used.
  public init?(environment: (String) -> String?) {
    if let config = environment("XDG_CONFIG_HOME"), config.hasPrefix("/") {
      self.init(path: config + "/ladder/settings")
    } else if let home = environment("HOME"), !home.isEmpty {
      self.init(path: home + "/.config/ladder/settings")
    } else {
      return nil
    }
  }

  /// The maximum size of a settings file in bytes.
  private static let maxBytes = 1 << 20

  /// Returns the settings in the file, or the defaults if there is none.
  ///
  /// ``LoadedSettings/problems`` lists the first invalid lines, and ends with the number of further ones, if any. The
  /// valid lines apply.
  ///
  /// - Parameter readKeys: Receives the lines that assign keys, and returns their problems. It is called once, if
  ///   the file can be read.
  /// - Complexity: O(n) in the file's size.
  public func load(
    readKeys: ([SettingsText.KeyEntry]) -> ProblemList<TextError> = { _ in [] }
  ) -> LoadedSettings {
    do {
      guard let text = try read() else { return LoadedSettings() }
      let problems = text.problems.merging(readKeys(text.keyEntries))
      return LoadedSettings(
        settings: text.settings,
        problems: problems.map(message)
          + [problems.omittedText].compactMap { $0.map { "\(path.escapedText): \($0)" } })
    } catch {
      return LoadedSettings(problems: ["\(error.summary); \(error.remedy)"])
    }
  }

  private func message(for error: TextError) -> String {
    "\(path.escapedText):\(error.line ?? 1): \(error.problem)"
  }

  /// Saves `settings`, and preserves lines that this version of Ladder does not know.
  ///
  /// - Parameter previous: The settings before the change. Values that did not change are not written, because another
  ///   program may have changed them in the file. If `nil`, all values are written.
  /// - Returns: The settings in the file.
  ///
  /// The file is replaced atomically, so it is never incomplete. New folders get mode 0700, the file 0600. If the
  /// path is a link, its target is replaced.
  ///
  /// - Throws: ``SettingsError``; the file is unchanged.
  @discardableResult
  public func save(
    _ settings: Settings, changing previous: Settings? = nil
  ) throws(SettingsError) -> Settings {
    let target = realPath(path) ?? path
    // On a file system without locks, two programs can overwrite each other's changes.
    let lock = target.parentPath.map { makePrivateFolder($0) ? lockFolder($0) : -1 } ?? -1
    defer { if lock >= 0 { close(lock) } }
    var text = try read() ?? SettingsText()
    text.update(to: settings, changing: previous)
    let code = replaceFile(at: target, with: Array(text.text.utf8))
    guard code == 0 else { throw settingsError(.write, code) }
    return text.settings
  }

  /// Reads the file.
  ///
  /// - Returns: `nil` if there is no file.
  private func read() throws(SettingsError) -> SettingsText? {
    guard let contents = try contents() else { return nil }
    var text = SettingsText(contents.text)
    if !contents.isPrivate {
      text.ignoreCommands(because: "others can change the file; run chown and chmod 600 on it")
    }
    return text
  }

  /// Reads the file as text.
  ///
  /// - Returns: The text, and whether only its owner can change the file; `nil` if there is no file.
  func contents() throws(SettingsError) -> (text: String, isPrivate: Bool)? {
    // Nonblocking, because opening a pipe would otherwise wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw settingsError(.read)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw settingsError(.read) }
    // A folder passes this check; reading it then fails with the system's message.
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw SettingsError(
        operation: .read, path: path, code: 0, message: fileTypeMismatch(status.st_mode))
    }
    guard let bytes = readAll(of: file, maxBytes: Self.maxBytes) else { throw settingsError(.read) }
    let isPrivate = status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    return (String(decoding: bytes, as: UTF8.self), isPrivate)
  }

  func settingsError(
    _ operation: SettingsError.Operation, _ code: Int32 = errno
  ) -> SettingsError {
    SettingsError(
      operation: operation, path: path, code: code, message: systemErrorMessage(code))
  }
}
