import ReducerTestSupport
import Scripting
import SystemTestSupport
import Testing

/// Tests that play the scripts in the documents.
@Suite(.checksForLeaks)
@MainActor
struct DocumentScriptTests {
  private nonisolated static let scripts = Document.all.flatMap(\.blocks)
    .filter { $0.lines.first?.hasPrefix("size ") == true }
    .map { $0.lines.joined(separator: "\n") + "\n" }

  @Test(arguments: scripts)
  func `a script in a document plays`(text: String) async throws {
    try await VirtualStage(Script(parsing: text, file: "document")).play()
  }

  @Test func `the documents contain at least one script`() {
    #expect(!Self.scripts.isEmpty)
  }
}
