import Glibc

/// Watches the files in a folder on a thread of its own, until the folder is deleted or `didChange` returns false.
///
/// If the system has no thread or descriptor for it, nothing is watched.
///
/// - Parameter didChange: Called on the thread after any process has written to a file or closed one, ten times a second
///   until two seconds after the last time: a commit that is being written can be read only when it is on the disk.
func watchFolder(_ folder: String, didChange: @escaping @Sendable () -> Bool) {
  let watch = FolderWatch(
    events: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), didChange: didChange)
  let mask = UInt32(IN_MODIFY | IN_CLOSE_WRITE)
  guard inotify_add_watch(watch.events, folder, mask) >= 0 else { return }
  let context = Unmanaged.passRetained(watch).toOpaque()
  var thread = pthread_t()
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  // The default of 8 MB would count for the limit on the memory of a server.
  pthread_attr_setstacksize(&attributes, 512 << 10)
  let code = pthread_create(
    &thread, &attributes,
    { context in
      // Never `nil`: this is the pointer passed below.
      if let context { Unmanaged<FolderWatch>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context)
  guard code == 0 else { return Unmanaged<FolderWatch>.fromOpaque(context).release() }
  pthread_detach(thread)
}

/// The thread of a watch.
private final class FolderWatch {
  let events: Int32
  private let didChange: () -> Bool

  init(events: Int32, didChange: @escaping @Sendable () -> Bool) {
    self.events = events
    self.didChange = didChange
  }

  deinit { if events >= 0 { close(events) } }

  func run() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var callCount = 0
    while true {
      var source = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
      if poll(&source, 1, callCount > 0 ? 0 : -1) > 0 { callCount = 20 }
      while read(events, &buffer, buffer.count) > 0 {}
      guard didChange() else { return }
      callCount -= 1
      usleep(100_000)
    }
  }
}
