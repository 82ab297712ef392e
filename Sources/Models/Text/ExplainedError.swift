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

/// An error for an edit of a value that another program has changed or deleted meanwhile. The edit is not applied.
///
/// Clients throw it, so that an edit never applies to a version that the person has not seen.
public struct EditConflict<Value: Equatable & Sendable>: ExplainedError, Equatable {
  /// The stored value; `nil` if it was deleted.
  public let current: Value?

  public init(current: Value?) { self.current = current }

  /// Throws unless `current` is the value that the person saw.
  ///
  /// - Throws: ``EditConflict``.
  public static func check(_ current: Value?, is seen: Value?) throws {
    guard current == seen else { throw EditConflict(current: current) }
  }

  public var summary: String {
    "another program has \(current == nil ? "deleted" : "changed") it in the meantime"
  }

  public var remedy: String { "your change was not saved; look at it again" }

  public var details: String { "the change refers to an earlier version" }
}
