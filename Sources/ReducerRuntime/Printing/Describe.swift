/// Returns `value` on one line, truncated if it is long.
package func describe(_ value: some Any) -> String {
  let line = dumpLines(value).map { $0.drop { $0 == " " } }.joined(separator: " ")
  return line.count > 120 ? line.prefix(119) + "…" : line
}
