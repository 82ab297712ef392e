extension Service {
  static let eventRoutes: [Route] = [
    Route(
      .get, "/v1/events",
      .init("sends what has changed, as it happens", returns: .media("text/event-stream"))
    ) { service, request, _ in
      let device = try service.device(request)
      let token = request.token?.hash
      return try service.stream(
        to: .device(device.id, of: device.member, in: device.group.id),
        while: { session in try token.flatMap { try session.device(with: $0) } != nil })
    }
  ]

  /// Returns a stream of events.
  ///
  /// - Parameter hasAccess: Returns whether the reader may receive more. Called when the streams are kept alive, and when
  ///   the access of members or devices changes.
  func stream(
    to reader: EventHub.Reader,
    while hasAccess: @escaping @Sendable (any StorageSession) throws -> Bool
  ) throws -> Response {
    var response = Response(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"),
        // nginx would collect events before it sends them.
        ("X-Accel-Buffering", "no"),
      ])
    response.events = try events.open(for: reader) { [storage, report] in
      do {
        return try storage.withSession(hasAccess)
      } catch {
        // Readers keep their streams while the data cannot be reached: all of them would connect again at the same time.
        report(error as? StorageError ?? StorageError("unexpected error: \(error)"))
        return true
      }
    }
    return response
  }
}
