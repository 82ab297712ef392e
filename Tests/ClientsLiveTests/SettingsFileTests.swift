import Clients
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct SettingsFileTests {
  private let folder = TestFolder()
  private var file: SettingsFile { SettingsFile(path: folder.path + "/settings") }

  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/ladder/settings"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/ladder/settings"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/ladder/settings"),
      (["HOME": ""], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func `the environment determines the file`(environment: [String: String], path: String?) {
    #expect(SettingsFile(environment: { environment[$0] })?.path == path)
  }

  @Test func `without a file the defaults apply, and no file is created`() {
    #expect(file.load() == LoadedSettings())
    #expect(folder.contents.isEmpty)
  }

  @Test func `settings are saved in a private file`() throws {
    let path = folder.path + "/config/ladder"
    let file = SettingsFile(path: path + "/settings")
    defer {
      unlink(file.path)
      rmdir(path)
    }
    var settings = Settings()
    settings.theme = .dark
    settings.name = PersonName("Ann")
    let kept = settings
    #expect(withUmask(0) { (try? file.save(kept)) != nil })
    #expect(file.load().settings == settings && file.load().problems.isEmpty)
    #expect(folder.text(of: "config/ladder/settings").contains("theme = dark\n"))
    #expect(folder.mode(of: "config") == 0o700)
    #expect(folder.mode(of: "config/ladder") == 0o700)
    #expect(folder.mode(of: "config/ladder/settings") == 0o600)
    #expect(folderContents(path) == ["settings"])
  }

  @Test(
    arguments: [(0o600, true), (0o644, true), (0o664, false), (0o602, false)] as [(mode_t, Bool)])
  func `commands in a file that others can change are not used, and become comments`(
    mode: mode_t, isTrusted: Bool
  ) throws {
    folder.write("cue.work = paplay go.oga\n", to: "settings")
    chmod(file.path, mode)
    let loaded = file.load()
    #expect((loaded.settings.cues[.work] != .bell) == isTrusted)
    #expect(loaded.problems.isEmpty == isTrusted)
    try file.save(loaded.settings)
    #expect(folder.text(of: "settings") == (isTrusted ? "" : "# ") + "cue.work = paplay go.oga\n")
    // The file has the mode 0600 now.
    #expect(file.load().settings.cues == loaded.settings.cues && file.load().problems.isEmpty)
  }

  @Test func `an invalid line is reported by file and line, and preserved`() throws {
    folder.write("speed = 3\ntheme = dark\nbeeps = loud\n", to: "settings")
    let loaded = file.load()
    #expect(
      loaded.problems == [
        "\(file.path):1: unknown setting \"speed\"",
        "\(file.path):3: beeps must be on or off, not \"loud\"",
      ])
    #expect(loaded.settings.theme == .dark)
    var settings = loaded.settings
    settings.theme = .light
    try file.save(settings)
    #expect(folder.text(of: "settings") == "speed = 3\ntheme = light\nbeeps = loud\n")
  }

  @Test func `a link is preserved`() throws {
    folder.write("theme = dark\n", to: "dotfile")
    symlink("dotfile", file.path)
    try file.save(Settings())
    #expect(folder.text(of: "dotfile") == "theme = terminal\n")
    #expect(folder.contents == ["dotfile", "settings"])
  }

  @Test func `an unreadable file is reported and not overwritten`() throws {
    mkdir(file.path, 0o700)
    let loaded = file.load()
    #expect(loaded.settings == Settings())
    #expect(
      loaded.problems == [
        "cannot read \(file.path) (Is a directory); check that it exists and is yours"
      ])
    let error = #expect(throws: SettingsError.self) { try file.save(Settings()) }
    #expect(error?.operation == .read && error?.code == EISDIR)
  }

  @Test func `a folder that cannot be created is reported`() {
    folder.write("", to: "file")
    let file = SettingsFile(path: folder.path + "/file/settings")
    let error = #expect(throws: SettingsError.self) { try file.save(Settings()) }
    #expect(error?.code == ENOTDIR)
  }

  @Test func `saving without a folder throws`() async throws {
    let client = try SettingsClient.live(
      nil, loaded: Settings(), on: Database(Connection.inMemory()))
    let error = await #expect(throws: SettingsError.self) {
      _ = try await client.save(settings: Settings())
    }
    #expect(error?.summary == "there is no folder for the settings")
  }

  @Test func `changes are written in order`() async throws {
    let client = try SettingsClient.live(
      file, loaded: Settings(), on: Database(Connection.inMemory()))
    for seconds in Settings.preparationRange {
      var settings = Settings()
      settings.preparation = seconds
      _ = try await client.save(settings: settings)
    }
    #expect(file.load().settings.preparation == 10)
  }

  @Test func `a pipe or a device is not read`() throws {
    mkfifo(folder.path + "/pipe", 0o600)
    for (path, type) in [(folder.path + "/pipe", "a pipe"), ("/dev/null", "a device")] {
      #expect(
        SettingsFile(path: path).load().problems == [
          "cannot read \(path) (it is \(type), not a regular file); "
            + "replace it with a text file, or remove it"
        ])
    }
  }
}
