import ReducerRuntime

extension TestStore {
  /// Asserts the current state, including shared values that an effect changed.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(1))
  /// store.assert { $0.$count.withLock { $0 = 1 } }
  /// ```
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.drain()
    expectState(
      state, updateStateToExpectedResult, after: "the last step", canStayUnchanged: true,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
