import Clients
import ClientsLive
import Features
import Glibc
import Models
import TerminalUI

extension CommandLineTool {
  /// Who is training: `--as`, `LADDER_USER`, the settings, or the login name.
  ///
  /// - Throws: ``UsageError`` when `LADDER_USER` has nothing to show in it.
  func person(_ invocation: Invocation, _ settings: LoadedSettings) throws -> PersonName {
    if let name = invocation.person { return name }
    if let given = environment("LADDER_USER"), !given.isEmpty {
      guard let name = PersonName(given) else {
        throw UsageError("LADDER_USER needs a name with letters in it, as in LADDER_USER=Ann")
      }
      return name
    }
    return settings.settings.name ?? login
  }

  /// Who is training when nobody is named.
  var login: PersonName {
    let logins = [passwordEntry(\.pw_name), environment("USER")]
    return logins.lazy.compactMap { $0.flatMap { PersonName($0) } }.first ?? PersonName.nobody
  }

  /// Where the database is: `--data`, `LADDER_DATA`, or the person's data folder.
  ///
  /// - Parameter given: What `--data` said.
  /// - Throws: ``UsageError`` when none can be told.
  func dataFolder(_ given: DataFolder?) throws -> DataFolder {
    if let given { return given }
    if let folder = DataFolder(environment: environment) { return folder }
    let home = passwordEntry(\.pw_dir)
    guard let folder = DataFolder(environment: { $0 == "HOME" ? home : nil }) else {
      throw UsageError("there is no home folder; say where the data is with --data DIR")
    }
    return folder
  }

  /// Where the settings are kept, as the environment says.
  var settingsFile: SettingsFile? { SettingsFile(environment: environment) }

  /// Reads the settings file, without its lines about keys.
  func loadSettings() -> LoadedSettings { settingsFile?.load() ?? LoadedSettings() }

  /// Reads the settings file with its lines about keys, whose problems are listed with those of the other lines.
  func loadSettingsAndKeys() -> (LoadedSettings, KeyRemapping) {
    var keys = KeyRemapping()
    let settings = settingsFile?.load { entries in
      let chosen = KeySettings(entries, for: AppTab.keys.rows)
      keys = chosen.remapping
      return chosen.problems
    }
    return (settings ?? LoadedSettings(), keys)
  }

  /// A field of the system's entry for whoever runs the program.
  private func passwordEntry(_ field: KeyPath<passwd, UnsafeMutablePointer<CChar>?>) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard
        let base = buffer.baseAddress,
        getpwuid_r(geteuid(), &entry, base, buffer.count, &found) == 0,
        let text = found?.pointee[keyPath: field]
      else { return nil }
      return String(cString: text)
    }
  }
}

extension PersonName {
  /// Whoever has neither a name nor a login.
  fileprivate static var nobody: PersonName {
    guard let name = PersonName("somebody") else { fatalError("a name with letters is a name") }
    return name
  }
}
