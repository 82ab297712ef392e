import TerminalUI

/// A line that says why the last press did nothing.
struct IgnoredPressLine: View {
  let press: IgnoredPress
  /// The gap under which a second press is ignored.
  let gap: Duration

  var body: some View {
    KeyNameReader { key in
      Text(press.sentence(gap: gap, key: key)).style(.warning)
    }
  }
}
