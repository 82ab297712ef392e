import CSodium

/// The library libsodium, loaded at first use.
public enum Sodium {
  /// The reason that the library cannot be used; `nil` once it is loaded. Check this before the first use.
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

/// Authenticated encryption with a secret key: XChaCha20-Poly1305 in its IETF form.
public enum SealedBox {
  /// The number of bytes of a key.
  public static let keySize = 32
  private static let nonceSize = 24
  private static let tagSize = 16

  /// Encrypts a message with a random nonce of 24 bytes, which never repeats in practice.
  ///
  /// - Parameters:
  ///   - message: The bytes to encrypt.
  ///   - context: Bytes that are not part of the result, but are needed to open it.
  ///   - key: ``keySize`` bytes.
  /// - Returns: The nonce, followed by the encrypted message and its tag: 40 bytes more than the message.
  /// - Complexity: O(n).
  public static func seal(_ message: [UInt8], context: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(key.count == keySize, "a key has 32 bytes")
    let nonce = Sodium.randomBytes(nonceSize)
    var sealed = [UInt8](repeating: 0, count: message.count + tagSize)
    csodium_seal(&sealed, message, message.count, context, context.count, nonce, key)
    return nonce + sealed
  }

  /// Decrypts the result of ``seal(_:context:key:)``.
  ///
  /// - Returns: `nil` unless it was sealed with the same key and context, and is unchanged.
  /// - Complexity: O(n).
  public static func open(_ box: [UInt8], context: [UInt8], key: [UInt8]) -> [UInt8]? {
    precondition(key.count == keySize, "a key has 32 bytes")
    guard box.count >= nonceSize + tagSize else { return nil }
    Sodium.require()
    let nonce = Array(box[..<nonceSize])
    let sealed = Array(box[nonceSize...])
    var message = [UInt8](repeating: 0, count: sealed.count - tagSize)
    let isAuthentic = csodium_open(
      &message, sealed, sealed.count, context, context.count, nonce, key)
    return isAuthentic ? message : nil
  }
}
