import TerminalUI

/// A fact about a challenge or a workout: its name in a column, and its value beside it.
public struct Fact<Value: View>: View {
  let name: String
  let value: Value

  public init(_ name: String, @ViewBuilder value: () -> Value) {
    self.name = name
    self.value = value()
  }

  public var body: some View {
    HStack(spacing: 2) {
      Text(name).style(.dim).frame(width: 12)
      value
    }
  }
}

/// A height for a chart with its title, and the number of blank rows above it.
public struct ChartLayout {
  public let height: Int
  public let gap: Int

  /// Returns the layouts to try: charts of these heights, largest first, and then the smallest ones without a gap.
  public static func all(_ heights: [Int]) -> [ChartLayout] {
    heights.map { ChartLayout(height: $0, gap: 1) }
      + [5, 4].map { ChartLayout(height: $0, gap: 0) }
  }
}
