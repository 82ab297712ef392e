import FoundationEssentials
import Models

/// A request and its response in numbers, for logs and metrics. It has no names, tokens, addresses and paths.
public struct RequestRecord: Hashable, Sendable {
  /// The wall-clock time of the response.
  var time: Date
  var method: Request.Method
  /// The template of the path; `nil` for a path that no route has.
  var route: String?
  var status: Int
  /// The time from the complete request to the response.
  var duration: Duration
  /// The sizes of the bodies.
  var requestBytes: Int
  var responseBytes: Int
}
