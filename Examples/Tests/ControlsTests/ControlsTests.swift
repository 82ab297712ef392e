import Foundation
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import controls

@Suite(.checksForLeaks)
@MainActor
struct ControlsTests {
  @Test func `the page is up to date, with a few lines of code for each control`() throws {
    #expect(try contents(of: "CONTROLS.md") == Catalogue.page, "make shots")
    for sample in Sample.allCases {
      let count = Catalogue.code(of: sample).split(separator: "\n").count
      #expect((1...7).contains(count), "\(sample): \(count) lines")
    }
  }

  @Test(arguments: Sample.allCases) func `a picture is up to date`(_ sample: Sample) throws {
    #expect(
      try contents(of: "pictures/\(sample.rawValue).svg") == Catalogue.picture(of: sample),
      "make shots")
  }

  @Test(arguments: [Size(80, 24), Size(60, 16)])
  func `each control is shown, and its keys can be tried`(_ size: Size) {
    let store = Store(initialState: Controls.State()) { Controls() }
    let backend = TestBackend(
      StoreProgram(ControlsView(store: store), store: store, keys: Controls.keys, start: nil),
      size: size)
    for sample in Sample.allCases {
      #expect(store.sample == sample)
      #expect(backend.lines[0].contains("│ \(sample.rawValue)"), "\(backend.text)")
      let canTry = !Catalogue.keys(of: sample).isEmpty
      #expect(backend.lines.last?.contains("Enter try") == canTry, "\(backend.text)")
      backend.press(.down)
    }
  }

  @Test func `a control that is tried has the keys`() {
    let store = Store(initialState: Controls.State(sample: .list)) { Controls() }
    let backend = TestBackend(
      StoreProgram(ControlsView(store: store), store: store, keys: Controls.keys, start: nil))
    backend.press(.enter, .down)
    #expect(store.row == 2)
    #expect(store.sample == .list)
    backend.press(.escape, .down)
    #expect(store.row == 2)
    #expect(store.sample == .table)
  }

  private func contents(of path: String) throws -> String {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: examples.appending(path: path), encoding: .utf8)
  }
}
