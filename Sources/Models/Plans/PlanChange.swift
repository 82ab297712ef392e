/// The effect of deleting a test, or of undoing that, on the training plan of its challenge.
public enum PlanChange: Hashable, Sendable {
  /// The plan of the test has ended, and it had replaced none.
  case ended
  /// The plan of the test has ended, and the one that it had replaced is followed again.
  case replacedByPrevious
  /// The plan of the test is followed again.
  case restored

  /// The change in words, after those about the workout: `its plan has ended`.
  public var text: String {
    switch self {
    case .ended: "its plan has ended"
    case .replacedByPrevious: "your plan before it is back"
    case .restored: "its plan is back"
    }
  }
}
