/// A list of problems that keeps the first ones and counts the others, so that invalid input of any size needs little
/// memory and few lines of output.
///
/// ```swift
/// var problems = ProblemList<String>()
/// for line in lines where !isValid(line) { problems.append("\(line) isn't valid") }
/// problems.count         // at most 20
/// problems.omittedText   // "99980 more problems aren't listed"
/// ```
public struct ProblemList<Problem: Hashable & Sendable>: Hashable, Sendable {
  /// The maximum number of problems to keep.
  public static var maxCount: Int { 20 }

  private var problems: [Problem] = []
  /// The number of problems that are only counted.
  public private(set) var omittedCount = 0

  public init() {}

  /// Creates a list of the first elements of a sequence, and counts the others.
  ///
  /// - Complexity: O(n) time.
  public init(_ problems: some Sequence<Problem>) {
    for problem in problems { append(problem) }
  }

  /// The number of all problems, including those that are only counted.
  public var totalCount: Int { problems.count + omittedCount }

  /// Appends a problem, or only counts it if the list is full.
  public mutating func append(_ problem: Problem) {
    if problems.count < Self.maxCount {
      problems.append(problem)
    } else {
      omittedCount += 1
    }
  }

  /// A sentence about the problems that are only counted, if there are any.
  public var omittedText: String? {
    switch omittedCount {
    case 0: nil
    case 1: "1 more problem isn't listed"
    default: "\(omittedCount) more problems aren't listed"
    }
  }
}

extension ProblemList where Problem: Comparable {
  /// Returns a list of the first problems of two sorted lists.
  public func merging(_ other: Self) -> Self {
    var merged = Self((problems + other.problems).sorted())
    merged.omittedCount += omittedCount + other.omittedCount
    return merged
  }
}

extension ProblemList: RandomAccessCollection {
  public var startIndex: Int { problems.startIndex }
  public var endIndex: Int { problems.endIndex }
  public subscript(position: Int) -> Problem { problems[position] }
}

extension ProblemList: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Problem...) { self.init(elements) }
}
