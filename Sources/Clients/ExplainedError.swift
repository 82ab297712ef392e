/// An error that a person can be told.
public protocol ExplainedError: Error {
  /// What went wrong and where, without a full stop.
  var happened: String { get }
  /// What to do about it, without a full stop.
  var remedy: String { get }
  /// What is needed to mend it; no personal data.
  var details: String { get }
}

extension ExplainedError {
  /// What happened, and what to do about it, in one line.
  public var sentence: String { "\(happened); \(remedy)" }
}
