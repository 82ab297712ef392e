extension StackState where Element: CasePathable {
  /// The payload of the element `id` if it is the case at `path`. Setting `nil` removes the element.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.isFavorite = true
  /// ```
  ///
  /// Setting a payload while the element is absent or another case reports an issue and changes nothing.
  ///
  /// - Complexity: As finding the element by its identifier; writing copies the payload's storage.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      var payload = self[id: id].flatMap { path.extract(from: $0) }
      guard case .some = payload else {
        yield &payload
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
          .reportCaseMismatch(path.name)
        return
      }
      yield &payload
      self[id: id] = payload.map { path.embed($0) }
    }
  }
}
