import Clients
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct SystemInformationTests {
  private let folder = TestFolder()

  @Test func `a bug report has the required items without the home folder's name`() async throws {
    try Connection.open(in: DataFolder(path: folder.path)).close()
    let variables = [
      "HOME": "/tmp", "TERM": "xterm\u{1B}", "TERM_PROGRAM": "tmux",
      "TERM_PROGRAM_VERSION": "3.4", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
    ]
    let information = await SystemInformationClient.live(
      version: "1.2.3", dataFolder: DataFolder(path: folder.path), settingsFile: nil,
      environment: { variables[$0] }
    ).read()
    let values = Dictionary(uniqueKeysWithValues: information.items.map { ($0.name, $0.value) })
    #expect(values["Ladder"] == "1.2.3")
    #expect(values["System"]?.contains("Linux") == true)
    #expect(values["CPU"]?.contains(" x ") == true)
    #expect(values["Terminal"] == "xterm\\u{1b}, tmux 3.4, truecolor")
    #expect(values["Locale"] == "C.UTF-8")
    #expect(values["Data"] == "~" + folder.path.dropFirst(4))
    #expect(values["Database"]?.hasSuffix(" KiB") == true)
    #expect(values["Settings"] == "not saved")
    #expect(information.report.hasPrefix("Ladder: 1.2.3\nSystem: "))
  }
}
