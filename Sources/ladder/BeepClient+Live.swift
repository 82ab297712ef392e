import Clients
import TerminalHost

extension BeepClient {
  /// Rings the terminal's bell. Strokes stand apart, for terminals make one of those that come together.
  static let live = BeepClient { beep in
    for stroke in 1...beep.strokes {
      if stroke > 1 {
        // Cancelled: whoever wanted it has gone.
        do { try await LoopClock().sleep(for: .milliseconds(140)) } catch { return }
      }
      await TerminalHost.ring()
    }
  }
}
