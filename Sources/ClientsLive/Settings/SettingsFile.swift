import Clients
import Files
import Glibc
import Models

/// The settings file of a person.
public struct SettingsFile: Hashable, Sendable {
  /// The file, which need not exist.
  public let path: String

  public init(path: String) { self.path = path }

  /// The file that the environment asks for: `$XDG_CONFIG_HOME/ladder/settings`, or
  /// `$HOME/.config/ladder/settings`.
  ///
  /// An empty variable counts as unset, and so does a relative `XDG_CONFIG_HOME`, as its standard says.
  ///
  /// - Parameter environment: Looks up a variable.
  /// - Returns: `nil` when neither is set.
  public init?(environment: (String) -> String?) {
    if let config = environment("XDG_CONFIG_HOME"), config.hasPrefix("/") {
      self.init(path: config + "/ladder/settings")
    } else if let home = environment("HOME"), !home.isEmpty {
      self.init(path: home + "/.config/ladder/settings")
    } else {
      return nil
    }
  }

  /// More than any settings file has; a larger one is something else.
  private static let mostBytes = 1 << 20

  /// Returns the settings in the file, or the defaults where there is none.
  ///
  /// Lines that cannot be read are listed in ``LoadedSettings/problems``; all others count.
  ///
  /// - Parameter readKeys: Takes the lines that choose keys, and returns the problems with them. It is called once, if the
  ///   file can be read.
  /// - Complexity: O(n) in the file's size.
  public func load(
    readKeys: ([SettingsText.KeyEntry]) -> [SettingsText.Problem] = { _ in [] }
  ) -> LoadedSettings {
    do {
      guard let text = try read() else { return LoadedSettings() }
      let problems = (text.problems + readKeys(text.keyEntries)).sorted { $0.line < $1.line }
      return LoadedSettings(settings: text.settings, problems: problems.map(sentence))
    } catch {
      return LoadedSettings(problems: ["\(error.happened); \(error.remedy)"])
    }
  }

  private func sentence(_ problem: SettingsText.Problem) -> String {
    "\(path.visibleText):\(problem.line): \(problem.message)"
  }

  /// Makes the file say `settings`, and leaves alone what this program does not know.
  ///
  /// It is written beside the file and then takes its name, so that whatever happens there is a whole file. New folders
  /// get mode 0700, the file 0600. Where the file is a link, what it leads to is written.
  ///
  /// - Throws: ``SettingsError``; the file is as it was then.
  public func save(_ settings: Settings) throws(SettingsError) {
    var text = try read() ?? SettingsText()
    text.update(to: settings)
    let code = replaceFile(at: realPath(path) ?? path, with: Array(text.text.utf8))
    guard code == 0 else { throw failure(.write, code) }
  }

  /// - Returns: `nil` when there is no file.
  private func read() throws(SettingsError) -> SettingsText? {
    // Without waiting, should a pipe stand in the file's place.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(.read)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(.read) }
    // Of a folder the system itself says that it is one.
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw SettingsError(operation: .read, path: path, code: 0, message: "it is not a file")
    }
    guard let bytes = readAll(of: file, atMost: Self.mostBytes) else { throw failure(.read) }
    return SettingsText(String(decoding: bytes, as: UTF8.self))
  }

  private func failure(
    _ operation: SettingsError.Operation, _ code: Int32 = errno
  ) -> SettingsError {
    SettingsError(
      operation: operation, path: path, code: code, message: systemReason(code))
  }
}
