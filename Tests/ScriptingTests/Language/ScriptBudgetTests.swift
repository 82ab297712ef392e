import Glibc
import ReducerTestSupport
import SystemTestSupport
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct ScriptBudgetTests {
  private let folder = TestFolder()

  /// Parses a script whose included files are read by `load`.
  ///
  /// - Returns: The error; `nil` if the script is valid.
  private func error(
    in text: String, _ load: (String) -> String = { _ in "" }
  ) -> ScriptError? {
    do throws(ScriptError) {
      _ = try Script(parsing: text, file: "test") { path, max throws(ScriptFileError) in
        let text = load(path)
        guard text.utf8.count <= max else { throw ScriptBudget.tooManyBytes(path) }
        return text
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(.checkOnly) func `the budget limits files that include others many times`() throws {
    var files = 0
    let error = try #require(
      error(in: "include 1\n") { path in
        files += 1
        let next = (Int(path) ?? 0) + 1
        return next < 16 ? String(repeating: "include \(next)\n", count: 8) : "press j\n"
      })
    #expect(error.message == ScriptBudget.tooManySteps)
    #expect(files <= ScriptBudget.maxSteps)
  }

  @Test func `each key is a step`() {
    #expect(error(in: "press j x100000\nrep 99998 every 1s\ntype \"ab\"") == nil)
    #expect(
      error(in: "press j x100000\nrep 99998 every 1s\ntype \"abc\"")
        == ScriptError(
          .init(3, in: "test"),
          "the script exceeds 200000 steps in this line; split it, or repeat less"))
  }

  @Test func `a file that is included twice counts twice`() {
    let half = "#" + String(repeating: ".", count: 9 << 20)
    #expect(
      error(in: "include half\ninclude half") { _ in half }
        == ScriptError(
          .init(2, in: "test"),
          "'half' cannot be read (the script and its files would have more than 16 MB; split the "
            + "script); expected: include FILE"))
  }

  @Test func `includes that are nested too deeply are reported`() {
    let chain = { (path: String) in "include \((Int(path) ?? 0) + 1)" }
    #expect(
      error(in: "include 1", chain)
        == ScriptError(
          .init(1, in: "15"),
          "included files can be nested 16 deep at most; include '16' in an outer file; "
            + "expected: include FILE"))
  }

  @Test func `a text has at most 64 KB`() {
    let text = String(repeating: "a", count: 65_536)
    #expect(error(in: "caption \"\(text)\"") == nil)
    for line in ["type \"\(text)a\"", "expect /\(text)a/"] {
      #expect(
        error(in: line)?.message.hasPrefix(
          "a text has more than 64 KB; split it")
          == true)
    }
  }

  @Test func `an include of a pipe fails without waiting`() {
    mkfifo(folder.path + "/pipe", 0o600)
    folder.write("\ninclude pipe\n", to: "a.ladder")
    let path = folder.path + "/a.ladder"
    #expect(
      throws: ScriptError(
        .init(2, in: path),
        "'pipe' cannot be read (it is a pipe, not a regular file); expected: include FILE")
    ) {
      try Script(contentsOf: path)
    }
  }

  @Test func `the script itself may come from a pipe`() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    defer { close(ends[0]) }
    let text = Array("press j\n".utf8)
    #expect(write(ends[1], text, text.count) == text.count)
    close(ends[1])
    #expect(try Script(contentsOf: "/proc/self/fd/\(ends[0])").steps.count == 1)
  }

  @Test func `goldens count toward the budget, too`() throws {
    folder.write(String(repeating: "#", count: 1000), to: "a.ladder")
    var budget = ScriptBudget()
    _ = try Script(contentsOf: folder.path + "/a.ladder", within: &budget)
    try budget.spend(bytes: ScriptBudget.maxBytes - 1000, on: "one.txt")
    #expect(
      throws: ScriptFileError(
        path: "two.txt",
        reason: "the script and its files would have more than 16 MB; split the script")
    ) {
      try budget.spend(bytes: 1, on: "two.txt")
    }
  }
}
