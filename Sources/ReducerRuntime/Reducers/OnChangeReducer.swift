extension Reducer {
  /// Runs another reducer when an action changes a part of the state.
  ///
  /// The other reducer receives the same action after this one. Its own changes don't run it again.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.settings) { oldValue, newValue in
  ///     Reduce { state, action in
  ///       .run { _ in try await save(newValue) }
  ///     }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Returns the part to compare before and after each action.
  ///   - reducer: Creates the reducer to run, from the old and the new value.
  /// - Complexity: One comparison for each action. `reducer` is only called after a change.
  public func onChange<Value: Equatable & SendableMetatype, R: Reducer<State, Action>>(
    of toValue: @escaping @MainActor (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> R
  ) -> _OnChangeReducer<Self, Value, R> {
    _OnChangeReducer(base: self, toValue: toValue, isDuplicate: ==, reducer: reducer)
  }

  /// Runs another reducer when an action changes a part of the state, with a comparison of your own.
  ///
  /// ```swift
  /// .onChange(of: { ($0.reps, $0.sets) }, removeDuplicates: ==) { oldValue, newValue in … }
  /// .onChange(of: \.rows, removeDuplicates: { $0.ids == $1.ids }) { oldRows, newRows in … }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Returns the part to compare before and after each action.
  ///   - isDuplicate: Returns whether the old and the new value count as equal.
  ///   - reducer: Creates the reducer to run, from the old and the new value.
  /// - Complexity: One comparison for each action. `reducer` is only called after a change.
  public func onChange<Value, R: Reducer<State, Action>>(
    of toValue: @escaping @MainActor (State) -> Value,
    removeDuplicates isDuplicate: @escaping @MainActor (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> R
  ) -> _OnChangeReducer<Self, Value, R> {
    _OnChangeReducer(base: self, toValue: toValue, isDuplicate: isDuplicate, reducer: reducer)
  }
}

/// A reducer that is followed by another when it changes a part of the state.
public struct _OnChangeReducer<Base: Reducer, Value, R: Reducer>: _ReducerOperator
where R.State == Base.State, R.Action == Base.Action {
  let base: Base
  let toValue: @MainActor (Base.State) -> Value
  let isDuplicate: @MainActor (Value, Value) -> Bool
  let reducer: @MainActor (Value, Value) -> R

  public func _resolve() -> ResolvedReducer<Base.State, Base.Action> {
    let (toValue, isDuplicate, reducer) = (toValue, isDuplicate, reducer)
    let base = base._resolve()
    return { state, action in
      let oldValue = toValue(state)
      let effect = base(&state, action)
      let newValue = toValue(state)
      if isDuplicate(oldValue, newValue) { return effect }
      return effect.merge(with: reducer(oldValue, newValue)._resolve()(&state, action))
    }
  }
}
