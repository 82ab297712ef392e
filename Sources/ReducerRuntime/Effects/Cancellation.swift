extension Effect {
  /// Returns this effect with an identifier by which it can be cancelled.
  ///
  /// It is registered before `send` returns, so that a cancellation immediately after `send` finds it.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect within the feature; usually a case of an enum `CancelID`. The same identifier in
  ///     another presented child or row is independent.
  ///   - cancelInFlight: Whether effects that already run under `id` are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone && !cancelInFlight
      ? self : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the effects with the identifier `id`, in this feature and in the children it
  /// presents.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }

  /// Returns an effect that cancels the effects with any identifier in `ids`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

/// A type-erased identifier of cancellable effects.
@usableFromInline
struct CancelID: Hashable, Sendable {
  // Not an `AnyHashable`: creating one looks up conversions of the type, which dominates the cost of a cancellation.
  private let base: any Hashable & Sendable

  @usableFromInline
  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    func equals<Base: Equatable>(_ base: Base) -> Bool { base == rhs.base as? Base }
    return equals(lhs.base)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  /// Returns the identifier as a value of `type`, or `nil` if it is of another type.
  func value<Value>(as type: Value.Type) -> Value? { base as? Value }

  /// Returns whether this is a key of `dictionary`.
  func isKey<Key: Hashable>(of dictionary: [Key: some Any]) -> Bool {
    (base as? Key).map { dictionary[$0] != nil } ?? false
  }
}

/// A step from a parent to one of its presented children or rows.
@usableFromInline
struct PathComponent: Hashable, Sendable {
  /// The key path of the `ifLet` or `forEach` that runs the child.
  var site: CancelID
  /// Identifies one child among those that are presented at the same site.
  var identity: CancelID
}

// MARK: - The effects of a store

/// The active effects of one feature of a store, as a node of the tree of features.
///
/// A child is in the tree while it has active effects. When it is removed, its effects and those of its own children are
/// cancelled. A cancellable effect is registered at its feature and at every feature above, so that a parent's
/// cancellation reaches its children and a child's cancellation does not reach its siblings.
@MainActor
final class FeatureEffects {
  /// The tasks of the feature's own effects; `nil` at the root, where they end with the store.
  let tasks: EffectTasks?
  private let parent: FeatureEffects?
  private let component: PathComponent?
  /// The number of effects that are active in the feature and below.
  private var activeCount = 0
  private var children: [PathComponent: FeatureEffects] = [:]
  fileprivate var cancellables: [CancelID: [ObjectIdentifier: CancellableEffect]] = [:]

  /// Creates the root of a store's tree.
  nonisolated init() {
    tasks = nil
    parent = nil
    component = nil
  }

  private init(_ component: PathComponent, in parent: FeatureEffects) {
    tasks = EffectTasks()
    self.parent = parent
    self.component = component
    if parent.isCancelled { tasks?.cancel() }
  }

  /// Whether the feature was removed.
  var isCancelled: Bool { tasks?.isCancelled ?? false }

  /// The path from the root to the feature.
  ///
  /// - Complexity: O(depth).
  var path: [PathComponent] { Array(lineage.compactMap(\.component).reversed()) }

  /// The feature and the features above, the root last.
  fileprivate var lineage: some Sequence<FeatureEffects> {
    sequence(first: self) { $0.parent }
  }

  /// Begins an effect of the child at `component`.
  ///
  /// - Returns: The child, on which the caller calls ``end()`` when the effect has ended.
  func begin(_ component: PathComponent) -> FeatureEffects {
    let child = children[component] ?? FeatureEffects(component, in: self)
    if child.activeCount == 0 { children[component] = child }
    child.activeCount += 1
    return child
  }

  /// Ends an effect of this child. A child without active effects leaves the tree.
  func end() {
    activeCount -= 1
    guard activeCount == 0, let parent, let component else { return }
    // After a removal, another child may have taken this place.
    if parent.children[component] === self { parent.children[component] = nil }
  }

  /// Registers an effect of this feature under `id`.
  ///
  /// - Complexity: O(depth).
  func register(_ id: CancelID) -> CancellableEffect {
    let effect = CancellableEffect(id, of: self)
    for feature in lineage {
      feature.cancellables[id, default: [:]][ObjectIdentifier(effect)] = effect
    }
    return effect
  }

  /// Cancels the effects of this feature and below that are registered under `id`.
  ///
  /// - Parameter groups: The groups of an effect that is being started, which does not cancel itself.
  /// - Complexity: O(1) if there are none.
  func cancel(_ id: CancelID, except groups: [EffectTasks] = []) {
    guard !cancellables.isEmpty, let effects = cancellables[id] else { return }
    for effect in effects.values where !groups.contains(where: { $0 === effect.tasks }) {
      effect.tasks.cancel()
      effect.unregister()
    }
  }

  /// Cancels all effects of those children at `site` that were removed, and of their children.
  ///
  /// - Complexity: O(number of children with active effects).
  func cancelRemoved(site: CancelID, isPresent: (CancelID) -> Bool) {
    for (component, child) in children
    where component.site == site && !isPresent(component.identity) {
      children[component] = nil
      child.cancel()
    }
  }

  private func cancel() {
    tasks?.cancel()
    for child in children.values { child.cancel() }
  }
}

/// An effect that can be cancelled by its identifier.
@MainActor
final class CancellableEffect {
  let tasks = EffectTasks()
  private let id: CancelID
  /// The feature of the effect; `nil` after the effect has ended or was cancelled.
  private var feature: FeatureEffects?

  fileprivate init(_ id: CancelID, of feature: FeatureEffects) {
    self.id = id
    self.feature = feature
  }

  func unregister() {
    guard let lineage = feature.take()?.lineage else { return }
    for feature in lineage {
      feature.cancellables[id]?[ObjectIdentifier(self)] = nil
      if feature.cancellables[id]?.isEmpty == true { feature.cancellables[id] = nil }
    }
  }
}
