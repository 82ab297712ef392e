import Synchronization

/// The memory of a presented child.
///
/// The child's storage retains it, and so do the stores that show the child. A store that is retained after the child
/// was removed shows the last state there: a view that closes with an animation still needs it. Nothing is copied.
class ChildMemory {
  private let address: UnsafeRawPointer
  /// Whether the child is initialized, and not moved out. Changed by the storage only.
  final var isInitialized = true
  // Atomic, because the last copy of a state may be released on any thread.
  private let isReleased = Atomic<Bool>(false)

  fileprivate init(_ address: UnsafeRawPointer) {
    self.address = address
  }

  /// The address of the child's last state; `nil` while storage owns the child and may change it, perhaps on another
  /// thread, and if the child was moved out.
  final var lastState: UnsafeRawPointer? {
    isReleased.load(ordering: .acquiring) && isInitialized ? address : nil
  }

  /// Ends the storage's use of the memory.
  final func release() { isReleased.store(true, ordering: .releasing) }
}

/// Memory whose type is known.
final class TypedChildMemory<Content>: ChildMemory {
  let content: UnsafeMutablePointer<Content>

  init(_ initialContent: Content) {
    content = .allocate(capacity: 1)
    content.initialize(to: initialContent)
    super.init(content)
  }

  deinit {
    if isInitialized { content.deinitialize(count: 1) }
    content.deallocate()
  }
}
