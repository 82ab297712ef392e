import ReducerRuntime

extension TestStore {
  /// Creates a test store whose initial state has the type of the reducer's: `TestStore(initialState: .init()) { … }`.
  ///
  /// It takes a state that begins with a dot: where the state's type is `State`, the compiler looks up `.init()` in
  /// `Equatable` and fails. The other initializer takes literals such as `[]`, whose type the compiler cannot infer here.
  /// Only the last parameter distinguishes the two.
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
