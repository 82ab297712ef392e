import FoundationEssentials
import Models
import Synchronization

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

/// Counts of requests since the start, in the text format of Prometheus (version 0.0.4).
///
/// They name routes and not paths, so that they contain no names and no IDs.
final class Metrics: Sendable {
  private struct Series: Hashable {
    var method: Request.Method
    var route: String?
    var status: Int
  }

  private struct Total {
    var count = 0
    var duration = Duration.zero

    mutating func add(_ duration: Duration) {
      count += 1
      self.duration += duration
    }
  }

  private let totals = Mutex<[Series: Total]>([:])

  /// Records a response.
  func record(_ record: RequestRecord) {
    // Methods without a route are counted together.
    let method = record.route == nil ? .other : record.method
    let series = Series(method: method, route: record.route, status: record.status)
    totals.withLock { $0[series, default: Total()].add(record.duration) }
  }

  /// The counts as text.
  var text: String {
    let lines = totals.withLock { totals in
      totals.map { series, total in
        let route = series.route.map { "\(series.method.rawValue) \($0)" } ?? "none"
        let labels = "{route=\"\(route)\",status=\"\(series.status)\"}"
        return (
          count: "ladder_requests_total\(labels) \(total.count)",
          seconds: "ladder_request_seconds_total\(labels) \(total.duration / .seconds(1))"
        )
      }
    }
    return """
      # HELP ladder_requests_total Requests by route and status.
      # TYPE ladder_requests_total counter
      \(lines.map(\.count).sorted().joined(separator: "\n"))
      # HELP ladder_request_seconds_total Time to respond by route and status.
      # TYPE ladder_request_seconds_total counter
      \(lines.map(\.seconds).sorted().joined(separator: "\n"))

      """
  }
}
