extension StringProtocol {
  /// The text without percent-encoding; `nil` if it is not that of UTF-8.
  var withoutPercentEncoding: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard
        let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
