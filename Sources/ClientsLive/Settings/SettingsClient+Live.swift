import Clients
import Models
import SQLite

extension SettingsClient {
  /// Returns a client that saves settings in `file`, on a background thread.
  ///
  /// - Parameter file: The settings file, or `nil` if there is no folder for it; saving then throws.
  public static func live(_ file: SettingsFile?) -> SettingsClient {
    let writer = SettingsWriter(file)
    return SettingsClient(save: { settings in try await writer.save(settings) })
  }
}

/// An actor that saves settings on its own thread, in order.
private actor SettingsWriter {
  private let thread = ThreadExecutor()
  private let file: SettingsFile?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  init(_ file: SettingsFile?) { self.file = file }

  deinit { thread.stop() }

  func save(_ settings: Settings) throws(SettingsError) {
    guard let file else { throw .noFolder }
    try file.save(settings)
  }
}
