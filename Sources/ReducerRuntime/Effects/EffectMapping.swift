/// The transforms of an effect's actions by ``Effect/map(_:)``.
///
/// The first ones are closures around each other, which are fast. Thousands of them would overflow the stack when they
/// are called or released, so further ones are kept in a list of segments, with erased types in between.
enum EffectMapping<Action>: Sendable {
  /// Transforms that are part of the operation's closures.
  case nested(count: Int)
  /// An operation that sends untransformed actions, and the transforms to apply to each.
  case segments(EffectSegments<Action>)

  fileprivate static var maxDepth: Int { 256 }
}

/// An operation with an unlimited number of transforms.
struct EffectSegments<Action>: Sendable {
  /// Sends actions of the type that the first segment takes.
  let operation: nonisolated(nonsending) @Sendable (Send<Any>) async -> Void
  /// The full segments, each a transform of up to 256 nested closures.
  var full: [@Sendable (Any) -> Any] = []
  var last: @Sendable (Any) -> Action
  var depth = 1

  /// Applies all transforms.
  ///
  /// - Complexity: O(number of transforms), and constant stack space.
  func callAsFunction(_ action: Any) -> Action {
    last(full.reduce(action) { $1($0) })
  }

  func map<Mapped>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> EffectSegments<Mapped> {
    if depth < EffectMapping<Action>.maxDepth {
      EffectSegments<Mapped>(
        operation: operation, full: full, last: { [last] in transform(last($0)) }, depth: depth + 1)
    } else {
      EffectSegments<Mapped>(
        operation: operation, full: full + [{ [last] in last($0) }],
        last: { transform($0 as! Action) })  // the result of the segment before it
    }
  }
}

extension RunEffect {
  /// Returns an effect whose actions are transformed by `transform`.
  func map<Mapped>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> RunEffect<Mapped> {
    switch mapping {
    case .nested(let count) where count < EffectMapping<Action>.maxDepth:
      return RunEffect<Mapped>(
        name: name, priority: priority, dependencies: dependencies,
        mapping: .nested(count: count + 1)
      ) { [operation] in
        await operation($0.pullback(transform))
      }
    case .nested:
      return RunEffect<Mapped>(
        self,
        EffectSegments(
          operation: { [operation] in await operation($0.pullback { $0 }) },
          last: { transform($0 as! Action) }))  // what the operation sends
    case .segments(let segments):
      return RunEffect<Mapped>(self, segments.map(transform))
    }
  }

  private convenience init(_ source: RunEffect<some Any>, _ segments: EffectSegments<Action>) {
    self.init(
      name: source.name, priority: source.priority, dependencies: source.dependencies,
      mapping: .segments(segments)
    ) {
      await segments.operation($0.pullback { segments($0) })
    }
  }
}
