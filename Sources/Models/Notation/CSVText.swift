extension String {
  /// The text as a field of CSV (RFC 4180). Control characters are escaped, and a text that a spreadsheet would take for a
  /// formula begins with an apostrophe, as OWASP recommends to prevent CSV injection.
  ///
  /// - Complexity: O(n).
  public var csvField: String {
    let isFormula = unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) }
    let text = (isFormula == true ? "'" : "") + escapedText
    guard text.utf8.contains(where: { ",;\"".utf8.contains($0) }) else { return text }
    return "\"\(text.replacingScalar("\"", with: "\"\""))\""
  }
}
