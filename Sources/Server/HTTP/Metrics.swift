import Synchronization

/// Counts of requests since the start, in the text format of Prometheus (version 0.0.4).
///
/// They name routes and not paths, so that they contain no names and no IDs.
final class Metrics: Sendable {
  private struct Series: Hashable {
    var route: String
    var status: Int
  }

  private struct Total {
    var count = 0
    var duration = Duration.zero
  }

  private let totals = Mutex<[Series: Total]>([:])

  /// Records a response.
  func record(_ record: RequestRecord) {
    let route = record.route.map { "\(record.method.rawValue) \($0)" } ?? "none"
    let series = Series(route: route, status: record.status)
    totals.withLock {
      $0[series, default: Total()].count += 1
      $0[series, default: Total()].duration += record.duration
    }
  }

  /// The counts as text.
  var text: String {
    let lines = totals.withLock { totals in
      totals.map { series, total in
        let labels = "{route=\"\(series.route)\",status=\"\(series.status)\"}"
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
