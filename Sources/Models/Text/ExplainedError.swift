/// An error with a description for the user.
public protocol ExplainedError: Error {
  /// A description of the error, without a full stop.
  var summary: String { get }
  /// The action that resolves the error, without a full stop.
  var remedy: String { get }
  /// The technical details for a bug report, without personal data.
  var details: String { get }
}

extension ExplainedError {
  /// The description and the remedy in one line.
  public var sentence: String { "\(summary); \(remedy)" }
}
