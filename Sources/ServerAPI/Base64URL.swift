import FoundationEssentials

extension [UInt8] {
  /// The bytes in Base64 for URLs, without padding (RFC 4648, section 5).
  public var base64URLText: String {
    String(
      Data(self).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// Decodes Base64 for URLs without padding.
  ///
  /// - Returns: `nil` for any other text.
  public init?(base64URL text: String) {
    guard text.utf8.allSatisfy(\.isBase64URL) else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + padding
    guard let data = Data(base64Encoded: base64) else { return nil }
    self = Array(data)
  }
}

extension UInt8 {
  /// Whether this is a character of Base64 for URLs.
  public var isBase64URL: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
