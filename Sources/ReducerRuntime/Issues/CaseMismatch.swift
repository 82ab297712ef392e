extension IssueLocation {
  init(
    fileID: _HashableStaticString, filePath: _HashableStaticString, line: UInt, column: UInt
  ) {
    self.init(fileID: fileID.value, filePath: filePath.value, line: line, column: column)
  }

  /// Reports a write to a case that is not the current one.
  func reportCaseMismatch(_ name: String) {
    reportIssue(
      "Can't write to the case '\(name)': the value is another case, or there is none.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
