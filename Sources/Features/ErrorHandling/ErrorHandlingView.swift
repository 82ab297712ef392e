import ReducerRuntime
import TerminalUI

/// A sheet with the cause of a failure, the state of the data, and a remedy.
struct ErrorHandlingView: RetainedView {
  let store: StoreOf<ErrorHandling>

  // In a small terminal the gaps are dropped first, then the frame, then the state of the data.
  var body: some View {
    ViewThatFits {
      Sheet("Something went wrong") { explanation(gap: 1) }
      Sheet("Something went wrong") { explanation(gap: 0) }
      explanation(gap: 0).expanded().background(.text)
      VStack {
        position
        Paragraph(store.failure.sentence.capitalizedSentence).style(.warning)
        answers
      }
      .expanded().background(.text)
    }
  }

  private func explanation(gap: Int) -> some View {
    VStack(spacing: gap) {
      position
      Paragraph(store.failure.summary.capitalizedSentence)
      Paragraph("Your data: \(store.dataStatus)").style(.good)
      Paragraph("To fix it: \(store.failure.remedy.capitalizedSentence)")
      answers
    }
    .padding(0, gap)
  }

  @ViewBuilder private var position: some View {
    if let position = store.state.position { Text(position).style(.dim) }
  }

  private var answers: some View {
    VStack {
      ForEach(ErrorHandling.keys.hints(in: store.state)) { hint in
        HStack(spacing: 1) {
          HintKeys(hint).style(.key)
          Text(hint.label)
        }
        .tappable(hint)
      }
      if store.hasSentDetails {
        SentToTerminalLine().style(.accent)
      }
    }
  }
}

extension View {
  /// Shows the sheet about an error over this view, if there is one.
  ///
  /// ```swift
  /// .errorSheet(store.scope(state: \.errorSheet, action: \.errorSheet.presented))
  /// ```
  func errorSheet(_ store: StoreOf<ErrorHandling>?) -> some View {
    overlay {
      if let store { ErrorHandlingView(store: store) }
    }
  }
}

extension String {
  /// The text with a capital first letter and a full stop.
  var capitalizedSentence: String {
    isEmpty ? self : capitalizedStart + "."
  }
}
