import Glibc

/// The part of an address that one household or company has: an IPv4 address, or the first 64 bits of an IPv6 address.
struct NetworkPrefix: Hashable, Sendable {
  private let isIPv6: Bool
  private let bits: UInt64

  /// Creates the prefix of an address in numbers.
  ///
  /// - Returns: `nil` unless the text is an address.
  init?(_ text: some StringProtocol) {
    var four = in_addr()
    if inet_pton(AF_INET, String(text), &four) == 1 {
      (isIPv6, bits) = (false, UInt64(UInt32(bigEndian: four.s_addr)))
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, String(text), &six) == 1 else { return nil }
    let (high, low) = withUnsafeBytes(of: six) {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    // A socket for both families has IPv4 addresses as ::ffff:192.0.2.1.
    let isMapped = high == 0 && low >> 32 == 0xFFFF
    (isIPv6, bits) = isMapped ? (false, low & 0xFFFF_FFFF) : (true, high)
  }

  /// Creates the prefix of the sender of a request that a proxy forwarded.
  ///
  /// - Parameter forwardedFor: The last header `X-Forwarded-For`. Only its last address is from the proxy; a sender can
  ///   make up the others.
  /// - Returns: `nil` if the last address is not one.
  init?(forwardedFor: String) {
    let last = forwardedFor.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    self.init(last.drop { $0 == " " || $0 == "\t" })
  }
}
