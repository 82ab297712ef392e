import Synchronization

/// A budget for the memory of incoming bodies and large outgoing ones. It is limited in total, for each device, and for
/// each address without a device.
final class ByteBudget: Sendable {
  /// The sender of a request.
  enum Owner: Hashable, Sendable {
    case device(SecretHash)
    case address(NetworkPrefix?)

    /// The maximum number of bytes: enough for four of the largest bodies with a token, or for 64 without a token.
    fileprivate var maxCount: Int {
      switch self {
      case .device: 4 << 20
      case .address: 64 * ByteBudget.minCount
      }
    }
  }

  /// Bytes that stay reserved as long as this object exists.
  final class Reservation: Sendable {
    private let budget: ByteBudget
    private let owner: Owner
    private let count: Int

    fileprivate init(_ budget: ByteBudget, _ owner: Owner, _ count: Int) {
      self.budget = budget
      self.owner = owner
      self.count = count
    }

    deinit { budget.release(count, of: owner) }
  }

  private struct State {
    var total = 0
    var counts: [Owner: Int] = [:]
  }

  /// The minimum number of bytes that a body counts for, so that the number of bodies is limited too.
  static let minCount = 4096

  private let maxTotal: Int
  private let state = Mutex(State())

  init(maxTotal: Int = 32 << 20) { self.maxTotal = maxTotal }

  /// Reserves bytes.
  ///
  /// - Throws: ``RequestError`` with status 429 if the owner has reserved too much, or 503 if the total is too large.
  func reserve(_ count: Int, for owner: Owner) throws(RequestError) -> Reservation {
    let count = max(count, Self.minCount)
    try state.withLock { state throws(RequestError) in
      let own = state.counts[owner, default: 0] + count
      guard own <= owner.maxCount else {
        throw RequestError(
          429, "too much data at once; try again in 1 s", headers: [("Retry-After", "1")])
      }
      guard state.total + count <= maxTotal else { throw RequestError.busy }
      state.total += count
      state.counts[owner] = own
    }
    return Reservation(self, owner, count)
  }

  private func release(_ count: Int, of owner: Owner) {
    state.withLock { state in
      state.total -= count
      let rest = state.counts[owner, default: 0] - count
      state.counts[owner] = rest > 0 ? rest : nil
    }
  }

  /// The number of reserved bytes.
  var reservedCount: Int { state.withLock { $0.total } }
}
