import Models

/// A writer for a JSON array with one element per line, which doesn't keep the array in memory.
struct JSONArrayWriter {
  let output: Output
  private var isFirst = true

  init(_ output: Output) { self.output = output }

  mutating func append(_ value: JSONText) throws {
    output.append(isFirst ? "[\n  " : ",\n  ")
    isFirst = false
    output.append(value.text)
    try output.flushIfLarge()
  }

  func end() throws {
    output.append(isFirst ? "[" : "\n")
    try output.appendLine("]")
  }
}
