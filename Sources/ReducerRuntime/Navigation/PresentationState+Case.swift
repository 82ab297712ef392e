extension PresentationState where State: CasePathable {
  /// The payload of the child if it is the case at `path`. Setting `nil` dismisses the child.
  ///
  /// ```swift
  /// state.$destination[case: \.detail]?.isFavorite = true
  /// ```
  ///
  /// Setting a payload while the child is absent or another case reports an issue and changes nothing.
  ///
  /// - Complexity: Writing copies the payload's storage.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Case? {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      var payload = wrappedValue.flatMap { path.extract(from: $0) }
      guard case .some = payload else {
        yield &payload
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
          .reportCaseMismatch(path.name)
        return
      }
      yield &payload
      wrappedValue = payload.map { path.embed($0) }
    }
  }
}
