import CommandLineInterface
import Models
import Scripting

/// A command that plays a built-in script, or lists them: `ladder demo [NAME]`.
struct DemoCommand: Command {
  static let verb = Verb(
    name: "demo",
    operand: .init(
      name: "NAME", isOptional: true, values: { _ in Demo.all.map(\.name) }, isFile: true,
      example: "tour"),
    summary: "watch a demo")
  static let options: [Option] = [.list, .speed, .record, .shots, .check]

  let common: CommonOptions
  /// The script to play; `nil` to list the demos.
  let playback: ScriptPlayback?

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    guard !invocation.arguments.has(.list) else {
      playback = nil
      return
    }
    playback = try ScriptPlayback(
      try Self.source(invocation.operand), parsing: invocation.arguments)
  }

  private static func source(_ word: String) throws -> ScriptPlayback.Source {
    guard !word.contains("/"), !word.contains(".") else { return .file(word) }
    let names = Demo.all.map(\.name)
    let name = word.isEmpty ? names[0] : word
    guard names.contains(name) else {
      let hint =
        names.closest(to: name).map { "did you mean \"\($0)\"?" }
        ?? "\"ladder demo --list\" lists them; a file has a . or a / in its name"
      throw UsageError("there is no demo \(name.quoted); \(hint)")
    }
    return .demo(name)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let playback { return try playback.run(in: tool, common) }
    let width = Demo.all.map(\.name.count).max() ?? 0
    for demo in Demo.all {
      try tool.output.appendLine(demo.name.padded(to: width + 2) + demo.summary)
    }
    return 0
  }
}
