import CSodium

/// The library libsodium, loaded at first use.
public enum Sodium {
  /// The reason why the library cannot be used; `nil` once it is loaded. Check it before the first use.
  public static let failure: String? = csodium_load().map {
    "cannot load libsodium (\(String(cString: $0))); install the package libsodium23"
  }

  /// Returns unpredictable bytes.
  public static func randomBytes(_ count: Int) -> [UInt8] {
    require()
    var bytes = [UInt8](repeating: 0, count: count)
    csodium_random(&bytes, bytes.count)
    return bytes
  }

  /// Returns the 32 bytes of the BLAKE2b hash of a message.
  ///
  /// - Complexity: O(n).
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    require()
    var hash = [UInt8](repeating: 0, count: 32)
    csodium_hash(&hash, message, message.count)
    return hash
  }

  /// Returns the 32 bytes of the SHA-256 hash of a message.
  ///
  /// - Complexity: O(n).
  public static func sha256(_ message: [UInt8]) -> [UInt8] {
    require()
    var hash = [UInt8](repeating: 0, count: 32)
    csodium_sha256(&hash, message, message.count)
    return hash
  }

  /// Stops the program if the library cannot be used.
  static func require() {
    if let failure { fatalError(failure) }
  }
}
