import Foundation
import TerminalUI

/// The catalogue of the controls: a page in Markdown, and a picture of each control.
enum Catalogue {
  /// The page, without its pictures.
  static var page: String {
    let sections = Sample.allCases.map { sample in
      let keys = keys(of: sample)
      return """
        ## \(sample.rawValue)

        ![\(sample.rawValue)](pictures/\(sample.rawValue).svg)

        ```swift
        \(code(of: sample))
        ```

        """ + (keys.isEmpty ? "" : "\nKeys: \(keys)\n")
    }
    return """
      # Controls

      `make controls` shows them in the terminal; `make shots` writes this page.

      Styles: \(Theme.Role.allCases.map { "`.\($0)`" }.joined(separator: ", ")).


      """ + sections.joined(separator: "\n") + """

        ## Modifiers

        | Modifier | Effect |
        |---|---|
        \(modifiers.map { "| `.\($0.name)` | \($0.summary) |" }.joined(separator: "\n"))

        """
  }

  /// The public modifiers of views, with the first paragraphs of their documentation.
  static var modifiers: [(name: String, summary: String)] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/TerminalUI").standardizedFileURL
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let text = try? String(contentsOf: sources.appending(path: path), encoding: .utf8)
      return (text ?? "").matches(of: /(?m)^extension View {\n([^}].*\n|\n)*/)
        .flatMap { modifiers(in: String($0.output.0)) }
    }
    .sorted { ($0.name, $0.summary) < ($1.name, $1.summary) }
  }

  /// Returns the public functions of an extension with the first paragraphs of their documentation.
  private static func modifiers(in source: String) -> [(name: String, summary: String)] {
    source.matches(
      of: /((?: {2}\/\/\/.*\n)+)(?: {2}@.*\n)* {2}public func (\w+)(?:<.*?>)?\(([^{]*)/
    )
    .map { match in
      let paragraph = match.1.split(separator: "\n").map { $0.dropFirst(6) }.prefix { !$0.isEmpty }
      let parameters = match.3.matches(of: /(?:^|,)\s*(?:@\w+ )?(\w+)[^:,()]*:/)
      return (
        "\(match.2)(\(parameters.map { "\($0.1):" }.joined()))",
        paragraph.joined(separator: " ")
          .replacing(/``(?:(\w+)\/)?(.*?)``/) { "`\($0.1.map { "\($0)." } ?? "")\($0.2)`" }
      )
    }
  }

  /// Returns the picture of a control, as the contents of an SVG file.
  @MainActor
  static func picture(of sample: Sample) -> String {
    var buffer = Buffer(sample.size)
    var state = Controls.State()
    // The picture of a text field has a cursor.
    state.isTrying = true
    buffer.draw(SampleView(sample: sample, state: state))
    return buffer.svg
  }

  /// Returns the keys of a control with their labels.
  static func keys(of sample: Sample) -> String {
    sample.keys.rows(in: Controls.State()).map { "\($0.keyNames) \($0.label)" }.joined(
      separator: ", ")
  }

  /// Returns the body of a control's view, from the source file.
  static func code(of sample: Sample) -> String {
    let body = source.drop { !$0.hasPrefix("struct \(sample.rawValue)Sample: View {") }
      .drop { !$0.hasPrefix("  var body: some View {") }
    return body.dropFirst().prefix { $0 != "  }" }.map { $0.dropFirst(4) }.joined(separator: "\n")
  }

  /// Writes the page and the pictures.
  @MainActor
  static func write(to folder: URL) throws {
    let pictures = folder.appending(path: "pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    try Data(page.utf8).write(to: folder.appending(path: "CONTROLS.md"))
    for sample in Sample.allCases {
      try Data(picture(of: sample).utf8)
        .write(to: pictures.appending(path: "\(sample.rawValue).svg"))
    }
  }

  /// The lines of the file with the views.
  private static let source: [Substring] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sample.swift")
    return (try? String(contentsOf: file, encoding: .utf8))?
      .split(separator: "\n", omittingEmptySubsequences: false) ?? []
  }()
}
