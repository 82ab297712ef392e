extension IssueLocation {
  /// Reports that an action was received for an absent child.
  @usableFromInline
  func reportAbsentChild<Action>(_ action: Action, operator name: String) {
    reportIssue(
      """
      An '\(name)' at \(fileID):\(line) received an action for a child that is not there: \
      \(action). Cancel the child's effects before it goes, and send its actions only while it is \
      presented.
      """, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
