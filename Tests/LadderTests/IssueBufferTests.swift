import ReducerRuntime
import Synchronization
import Testing

@testable import LadderCommands

struct IssueBufferTests {
  private let places = Places()

  private final class Places: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ place: String) { all.withLock { $0.append(place) } }
    var recorded: [String] { all.withLock { $0 } }
  }

  private func location(line: UInt) -> IssueLocation {
    IssueLocation(fileID: "Features/AppTab.swift", filePath: "/home/ann", line: line, column: 1)
  }

  @Test func `the report gets source locations, and the person the messages`() {
    let issues = IssueBuffer { [places] in places.add($0) }
    issues.append("An 'Effect.run' threw an error: Bob\u{1B}[31m", at: location(line: 12))
    #expect(places.recorded == ["Features/AppTab.swift:12"])
    let messages = issues.messages(nil)
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("ladder: Features/AppTab.swift:12: An 'Effect.run' threw") == true)
    #expect(messages.first?.contains("\u{1B}") == false)
  }

  @Test func `a repeated fault does not fill the memory`() {
    let issues = IssueBuffer { [places] in places.add($0) }
    for line in UInt(0)..<1000 { issues.append("again", at: location(line: line)) }
    #expect(places.recorded.count == 20)
    #expect(issues.messages(nil).count == 20)
  }
}
