import ReducerRuntime

extension TestStore {
  /// Creates a test store whose initial state has the type of the reducer's: `TestStore(initialState: .init()) { … }`.
  ///
  /// In the other initializer the compiler searches `Equatable`, to which the state conforms, for `init`. In this one
  /// it cannot infer the type of `[]`. Only the last parameter distinguishes them.
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ inferred: Void = ()
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies,
      fileID: fileID, file: filePath, line: line, column: column)
  }
}
