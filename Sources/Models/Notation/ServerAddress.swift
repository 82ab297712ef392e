/// The address of a server: `https://club.example`, with or without a port or a path.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The URL without a slash at its end.
  public let text: String
  /// The host in the URL; an IPv6 address is in brackets.
  public let host: String

  public var description: String { text }

  /// Whether the connection is encrypted.
  public var isEncrypted: Bool { text.hasPrefix("https://") }

  /// Whether the server is on this machine.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  /// Creates an address from text that a person typed or a file contains.
  ///
  /// - Returns: `nil` unless it is a URL with the scheme `https` or `http` and nothing but a host, a port and a path.
  public init?(_ text: String) {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard
      text.utf8.count <= 200,
      let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    let parts = rest.dropFirst(authority.count).split(separator: "/")
    guard
      let host = Self.host(in: authority),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isPathCharacter) && $0 != "." && $0 != ".." })
    else { return nil }
    self.text = text
    self.host = host
  }

  /// Returns the host in `club.example:8443` or `[::1]:8443`; `nil` unless both parts are valid.
  private static func host(in authority: Substring) -> String? {
    var host = authority
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      let port = authority[authority.index(after: colon)...]
      guard let number = UInt16(port), number > 0, port.utf8.first != UInt8(ascii: "+") else {
        return nil
      }
      host = authority[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = host.dropFirst().dropLast()
      let isValid =
        !address.isEmpty && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      return isValid && address.utf8.count == address.count ? String(host) : nil
    }
    let isValid = !host.isEmpty && host.utf8.allSatisfy(\.isHostCharacter)
    return isValid ? String(host) : nil
  }
}

extension UInt8 {
  fileprivate var isHostCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  fileprivate var isPathCharacter: Bool {
    isHostCharacter || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
  }
}
