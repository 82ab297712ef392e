import ReducerMacroExpansion
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// Expands every macro of the library in `source` and compares the result with the expected one.
///
/// - Parameters:
///   - source: A whole source file.
///   - expanded: The file with its macros expanded; `nil` to check the diagnostics only.
///   - diagnostics: The diagnostics, each as `line:column severity: message`, followed by one `fix-it: message` for
///     each edit.
///   - fixed: The source with every edit applied; `nil` to skip that check.
func assertMacro(
  _ source: String, expandsTo expanded: String? = nil, diagnostics: [String] = [],
  fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  let actual = file.expand(
    macroSpecs: macroSpecs,
    contextGenerator: { node in
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2))
  if let expanded {
    // An attribute on the file's first line leaves its newline behind.
    expectSame(actual.trimmedDescription, expanded, "expansion", sourceLocation)
  }
  expectSame(
    context.diagnostics.flatMap { describe($0, in: context) }.joined(separator: "\n"),
    diagnostics.joined(separator: "\n"), "diagnostics", sourceLocation)
  if let fixed {
    expectSame(
      apply(context.diagnostics, to: source, in: context), fixed, "fix-its", sourceLocation)
  }
}

/// The macros by the names of their attributes, with the conformances that the compiler would request.
private let macroSpecs: [String: MacroSpec] = {
  let conformances = [
    "CasePathable": ["CasePathable"],
    "ObservableState": ["ObservableState"],
    "Reducer": ["Reducer", "CaseReducer"],
    "ViewAction": ["ViewActionSending"],
  ]
  let markers = [
    "DependencyEndpointIgnored", "ObservationStateIgnored", "ReducerCaseEphemeral",
    "ReducerCaseIgnored",
  ]
  let named = reducerMacros.map { (name: String($0.dropLast("Macro".count)), type: $1) }
  let specs = (named + markers.map { ($0, MarkerMacro.self) }).map { name, type in
    let protocols = (conformances[name] ?? []).map { TypeSyntax("\(raw: $0)") }
    return (name, MacroSpec(type: type, conformances: protocols))
  }
  return Dictionary(uniqueKeysWithValues: specs)
}()

private func describe(
  _ diagnostic: Diagnostic, in context: BasicMacroExpansionContext
) -> [String] {
  let location = context.location(
    for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
  let line =
    "\(location.line):\(location.column) \(diagnostic.diagMessage.severity): \(diagnostic.message)"
  return [line] + diagnostic.fixIts.map { "fix-it: \($0.message.message)" }
}

private func apply(
  _ diagnostics: [Diagnostic], to source: String, in context: BasicMacroExpansionContext
) -> String {
  var bytes = Array(source.utf8)
  let edits = diagnostics.flatMap(\.fixIts).flatMap(\.changes)
    .compactMap { change -> (start: Int, length: Int, text: String)? in
      guard case .replace(let old, let new) = change else { return nil }
      let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
      return (start, old.totalLength.utf8Length, new.description)
    }
  // Edits are applied from the end of the source, so that an edit does not move the edits before it.
  for edit in edits.sorted(by: { $0.start > $1.start }) {
    bytes.replaceSubrange(edit.start..<(edit.start + edit.length), with: edit.text.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Records an issue with the line-by-line difference if `actual` is not `expected`.
func expectSame(
  _ actual: String, _ expected: String, _ what: String, _ sourceLocation: Testing.SourceLocation
) {
  guard actual != expected else { return }
  Issue.record(
    """
    Not the expected \(what) (− expected, + actual):
    \(lineDifference(from: expected, to: actual))
    """,
    sourceLocation: sourceLocation)
}

/// Returns the lines of both texts in order: `−` for those only in `old`, `+` for those only in `new`.
func lineDifference(from old: String, to new: String) -> String {
  let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in newLines.difference(from: oldLines) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var next = 0
  for (offset, line) in oldLines.enumerated() {
    guard !removed.contains(offset) else {
      lines.append("− \(line)")
      continue
    }
    while inserted.contains(next) {
      lines.append("+ \(newLines[next])")
      next += 1
    }
    lines.append("  \(line)")
    next += 1
  }
  return (lines + newLines[next...].map { "+ \($0)" }).joined(separator: "\n")
}

@Test func `a line difference marks the lines that only one side has`() {
  #expect(lineDifference(from: "a\nb\nc", to: "a\nx\nc\nd") == "  a\n− b\n+ x\n  c\n+ d")
  #expect(lineDifference(from: "", to: "a") == "− \n+ a")
  #expect(lineDifference(from: "a\nb", to: "b") == "− a\n  b")
}
