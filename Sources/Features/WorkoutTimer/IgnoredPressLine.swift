import TerminalUI

/// A line with the reason why the last press did nothing.
struct IgnoredPressLine: View {
  let press: IgnoredPress
  /// The shortest gap between two presses that both count.
  let gap: Duration

  var body: some View {
    KeyNameReader { key in
      Text(press.sentence(gap: gap, key: key)).style(.warning)
    }
  }
}
