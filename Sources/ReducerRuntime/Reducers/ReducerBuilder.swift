/// A result builder that composes the reducers of a `body`: each receives the action in turn, and their effects are
/// merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  // The second mention of the type excludes existentials: Swift would open them for this call and erase its result
  // again, and erased reducers cannot be composed.
  /// Returns the reducer of an expression.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: R, _ type: R.Type = R.self
  ) -> R { reducer }

  /// Returns the reducer of an expression whose type isn't known.
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// Returns a reducer that does nothing, for an empty `body`.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Returns the first reducer of a `body`.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Returns the reducers so far, followed by the next one.
  @inlinable
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0, next: R1
  ) -> _Sequence<R0, R1> {
    _Sequence(first: accumulated, second: next)
  }

  /// Returns the reducer of an `if` without an `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ wrapped: R?) -> _Optional<R> {
    _Optional(wrapped: wrapped)
  }

  /// Returns the reducer of an `if`'s first branch.
  @inlinable
  public static func buildEither<First, Second>(first: First) -> _Conditional<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    .first(first)
  }

  /// Returns the reducer of an `if`'s second branch.
  @inlinable
  public static func buildEither<First, Second>(second: Second) -> _Conditional<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    .second(second)
  }

  /// Returns the reducers of all iterations of a `for`, one after the other.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _SequenceMany<R> {
    _SequenceMany(reducers: reducers)
  }

  /// Returns the reducer of an `if #available`.
  @inlinable
  public static func buildLimitedAvailability(
    _ wrapped: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(wrapped)
  }

  /// Returns the reducer of the whole `body`.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Two reducers that run one after the other.
  public struct _Sequence<R0: Reducer<State, Action>, R1: Reducer<State, Action>>: _ReducerOperator
  {
    @usableFromInline let first: R0
    @usableFromInline let second: R1

    @usableFromInline
    init(first: R0, second: R1) {
      self.first = first
      self.second = second
    }

    @inlinable
    public func _resolve() -> ResolvedReducer<State, Action> {
      let first = first._resolve()
      let second = second._resolve()
      return { state, action in
        let effect = first(&state, action)
        return effect.merge(with: second(&state, action))
      }
    }
  }

  /// The reducer of an `if` without `else`.
  public struct _Optional<R: Reducer<State, Action>>: _ReducerOperator {
    @usableFromInline let wrapped: R?

    @usableFromInline
    init(wrapped: R?) {
      self.wrapped = wrapped
    }

    @inlinable
    public func _resolve() -> ResolvedReducer<State, Action> {
      if let wrapped { return wrapped._resolve() }
      return { _, _ in .none }
    }
  }

  /// The reducer of an `if` with `else`, or of a `switch`.
  public enum _Conditional<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >: _ReducerOperator {
    case first(First)
    case second(Second)

    @inlinable
    public func _resolve() -> ResolvedReducer<State, Action> {
      switch self {
      case .first(let reducer): reducer._resolve()
      case .second(let reducer): reducer._resolve()
      }
    }
  }

  /// The reducers of a `for` loop.
  public struct _SequenceMany<R: Reducer<State, Action>>: _ReducerOperator {
    @usableFromInline let reducers: [R]

    @usableFromInline
    init(reducers: [R]) {
      self.reducers = reducers
    }

    @inlinable
    public func _resolve() -> ResolvedReducer<State, Action> {
      let resolved = reducers.map { $0._resolve() }
      return { state, action in
        .merge(resolved.map { $0(&state, action) })
      }
    }
  }
}
