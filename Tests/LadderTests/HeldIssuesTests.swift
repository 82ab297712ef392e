import ReducerRuntime
import Synchronization
import Testing

@testable import LadderCommands

struct HeldIssuesTests {
  private let places = Places()

  private final class Places: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ place: String) { all.withLock { $0.append(place) } }
    var noted: [String] { all.withLock { $0 } }
  }

  private func location(line: UInt) -> IssueLocation {
    IssueLocation(fileID: "Features/AppTab.swift", filePath: "/home/ann", line: line, column: 1)
  }

  @Test func `the report gets source locations, and the person the messages`() {
    let issues = HeldIssues { [places] in places.add($0) }
    issues.hold("An 'Effect.run' threw an error: Bob\u{1B}[31m", at: location(line: 12))
    #expect(places.noted == ["Features/AppTab.swift:12"])
    let told = issues.told(nil)
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("ladder: Features/AppTab.swift:12: An 'Effect.run' threw") == true)
    #expect(told.first?.contains("\u{1B}") == false)
  }

  @Test func `a repeated fault does not fill the memory`() {
    let issues = HeldIssues { [places] in places.add($0) }
    for line in UInt(0)..<1000 { issues.hold("again", at: location(line: line)) }
    #expect(places.noted.count == 20)
    #expect(issues.told(nil).count == 20)
  }
}
