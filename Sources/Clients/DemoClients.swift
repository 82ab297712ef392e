import ReducerRuntime

extension DependencyValues {
  /// Sets the clients that would leave the process: they send, show and save nothing.
  public mutating func setDemoClients() {
    cues = .silent
    notifications = .demo
    settings = .demo
    clipboard = .demo
    pictures = .demo
    defaultAppStorage = .inMemory
    systemInformation = .demo
  }
}
