@testable import Server

extension EventStream {
  /// Returns everything that would be sent now; `nil` if the stream has ended.
  var unreadText: String? {
    var text = ""
    while true {
      switch read(maxCount: 1024) {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .nothing: return text
      case .end: return nil
      }
    }
  }
}

extension TestDevice {
  /// Opens a stream of events, and reads its beginning.
  func openStream() throws -> EventStream? {
    let stream = try send(.get, "/v1/events").events
    _ = stream?.unreadText
    return stream
  }
}
