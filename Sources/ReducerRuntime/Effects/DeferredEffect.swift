/// An effect of a child whose actions are transformed when the effect starts.
///
/// An effect passes through every feature above it. If each of them transformed the effect, all of its parts would be
/// copied once for each feature, and its cost would grow with the square of the depth.
@usableFromInline
protocol DeferredEffect<Action>: Sendable {
  associatedtype Action

  /// Returns the effect with its actions transformed by `transform`.
  ///
  /// - Complexity: O(number of the child's own effects), independent of the effects below.
  @MainActor
  func resolve<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped>
}

/// A child's effect, with the embedding of its actions in the parent's.
// It is a class of the main actor, so that it is sendable although the effect is not.
@MainActor
final class EmbeddedEffect<ChildAction, Action>: DeferredEffect {
  private let effect: Effect<ChildAction>
  private let embed: @Sendable (ChildAction) -> Action

  init(_ effect: Effect<ChildAction>, by embed: @escaping @Sendable (ChildAction) -> Action) {
    self.effect = effect
    self.embed = embed
  }

  func resolve<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    effect.map { [embed] in transform(embed($0)) }
  }
}

/// A deferred effect whose actions are transformed.
struct MappedEffect<Base, Action>: DeferredEffect {
  let base: any DeferredEffect<Base>
  let transform: @Sendable (Base) -> Action

  func resolve<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    base.resolve { [first = self.transform] in transform(first($0)) }
  }
}
