import Models

/// Writes a JSON array one element a line, so that it need not be held in memory.
struct JSONLines {
  let output: Output
  private var isFirst = true

  init(_ output: Output) { self.output = output }

  mutating func add(_ value: JSONText) throws {
    output.text(isFirst ? "[\n  " : ",\n  ")
    isFirst = false
    output.text(value.text)
    try output.flushIfLarge()
  }

  func end() throws {
    output.text(isFirst ? "[" : "\n")
    try output.line("]")
  }
}
