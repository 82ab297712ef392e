import TerminalUI

/// A line that confirms a copy to the terminal's clipboard (OSC 52). The terminal does not report whether it worked.
///
/// tmux ignores what programs send unless its option `set-clipboard` is `on`; it is `external` by default.
struct SentToTerminalLine: View {
  var body: some View {
    ViewThatFits {
      Text("Sent to the terminal; tmux passes it on with \"set-clipboard on\"")
      Text("Sent; tmux needs \"set-clipboard on\"")
    }
  }
}
