/// Who observes what. It lives with the main actor, where stores do.
///
/// A property's accessors, which belong to no actor, tell it of changes: they ask ``RuntimeContext/current`` first, which
/// only the thread inside the main actor's context is given. That is what makes it safe to leave the actor's check out,
/// which allocates, of what they call and what that touches.
@MainActor
@usableFromInline
final class ObservationHub {
  @usableFromInline nonisolated static let shared = ObservationHub()

  // Touched on the main actor's thread only, as said above; read and written at once, never held open.
  @exclusivity(unchecked) private nonisolated(unsafe) var observers:
    [ObservationKey: [ObservationScope]] = [:]
  /// The property that changed last, and who observes it: a clock's changes a hundred times a second.
  @exclusivity(unchecked) private nonisolated(unsafe) var last: ObservationKey?
  @exclusivity(unchecked) private nonisolated(unsafe) var lastObservers: [ObservationScope] = []
  @exclusivity(unchecked) private nonisolated(unsafe) var dirty: [ObservationScope] = []
  /// Whether somebody waits to be told.
  private var isDirty: Bool { !dirty.isEmpty }
  /// Whether observers are being told of a commit at this moment.
  private(set) var isNotifying = false

  private nonisolated init() {}

  /// How many stores are in the middle of a send, one because of another. Observers hear of it when the outermost is
  /// done: before that some state is being changed, and may not be read.
  @exclusivity(unchecked) private var sends = 0

  @usableFromInline
  func begin() { sends += 1 }

  @usableFromInline
  func end() { sends -= 1 }

  /// Tells observers of what changed, if it is the outermost send that asks.
  ///
  /// - Returns: Whether there was anything to tell.
  @usableFromInline
  func commitIfOutermost() -> Bool {
    guard isDirty, sends == 1 else { return false }
    commit()
    return true
  }

  /// Tells observers of what changed, unless a store is in the middle of a send: then they hear of it afterwards.
  func commitIfNoneSends() {
    if sends == 0 { commit() }
  }

  private func forgetLast() {
    last = nil
    lastObservers = []
  }

  func add(_ scope: ObservationScope, for key: ObservationKey) {
    forgetLast()
    observers[key, default: []].append(scope)
  }

  func remove(_ scope: ObservationScope, for key: ObservationKey) {
    forgetLast()
    observers[key]?.removeAll { $0 === scope }
    if observers[key]?.isEmpty == true { observers[key] = nil }
  }

  /// A store changed the property `key`.
  ///
  /// Called on the main actor's thread only.
  ///
  /// - Complexity: O(1), and one hash where another one changed before; plus O(observers of that property).
  nonisolated func changed(_ key: ObservationKey) {
    if key != last {
      last = key
      lastObservers = observers[key] ?? []
    }
    for scope in lastObservers where !scope.isDirty {
      scope.markDirty()
      dirty.append(scope)
    }
  }

  /// Tells each observer of what changed since the last commit, once.
  private func commit() {
    guard !dirty.isEmpty, !isNotifying else { return }
    isNotifying = true
    defer { isNotifying = false }
    // An observer may make others dirty by sending: they are told in the same commit, after this one.
    var index = 0
    while index < dirty.count {
      let scope = dirty[index]
      RuntimeContext.tracking(nil) { scope.notify() }
      index += 1
    }
    dirty.removeAll(keepingCapacity: true)
  }
}
