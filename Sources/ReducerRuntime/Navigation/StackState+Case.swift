extension StackState where Element: CasePathable {
  /// The payload of the element known as `id` when it is the case that `path` names. Setting `nil` removes the element.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.isFavourite = true
  /// ```
  ///
  /// Writing where the element is another case, or where none is, is reported as an issue and changes nothing.
  ///
  /// - Complexity: As finding the element by its identifier; writing copies what the payload holds.
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
          .reportOtherCase(path.name)
        return
      }
      yield &payload
      self[id: id] = payload.map { path.embed($0) }
    }
  }
}
