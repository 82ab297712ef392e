import TerminalUI

/// How a race stands: by its sign, and by colour beside it.
struct LeadView: View {
  let lead: Lead

  var body: some View {
    Text(lead.text).style(lead.reps < 0 ? .warning : .good)
  }
}
