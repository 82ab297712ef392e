import CCurl

extension HTTPClient {
  /// Creates the library's set of transfers, which asks the loop for its sockets and its timer.
  func makeMulti() -> OpaquePointer? {
    // The set is freed with the client, and so the pointer to the client stays valid.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return ccurl_multi_new(
      ccurl_loop(
        watch: { context, descriptor, events in
          HTTPClient.of(context) { $0.watch(descriptor, events) }
        },
        set_timer: { context, delay in HTTPClient.of(context) { $0.setTimer(delay) } },
        context: context))
  }

  /// Calls `body` with the client of a callback. The library calls back on the thread that called it: the main actor's.
  private nonisolated static func of(
    _ context: UnsafeMutableRawPointer?, _ body: @MainActor (HTTPClient) -> Void
  ) {
    guard let context else { return }
    let client = Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
    MainActor.assumeIsolated { body(client) }
  }

  private func watch(_ descriptor: Int32, _ events: Int32) {
    guard events != 0 else { return loop.unwatch(descriptor) }
    loop.watch(
      descriptor, isReading: events & Int32(CCURL_READABLE) != 0,
      isWriting: events & Int32(CCURL_WRITABLE) != 0
    ) { [weak self] isReadable, isWritable in
      guard let self, let multi else { return }
      let events =
        (isReadable ? Int32(CCURL_READABLE) : 0) | (isWritable ? Int32(CCURL_WRITABLE) : 0)
      ccurl_descriptor_ready(multi, descriptor, events)
    }
  }

  private func setTimer(_ delay: Int) {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    guard delay >= 0 else { return }
    timer = loop.startTimer(after: .milliseconds(delay)) { [weak self] in
      guard let self, let multi else { return }
      timer = nil
      ccurl_timer_fired(multi)
    }
  }
}
