import CSodium

/// The library that creates and hashes secrets, loaded at first use.
public enum Sodium {
  /// The reason why the library cannot be used; `nil` once it is loaded.
  public static let failure: String? = csodium_load().map {
    "cannot load libsodium (\(String(cString: $0))); install the package libsodium23"
  }

  /// Stops the program if the library cannot be used. A command that needs it checks ``failure`` first.
  static func require() {
    if let failure { fatalError(failure) }
  }
}
