import ReducerRuntime
import TerminalUI

/// The root view: the list of controls, and the selected one with its keys and its code.
struct ControlsView: RetainedView {
  let store: StoreOf<Controls>

  var body: some View {
    SizeReader { size in
      VStack {
        HStack {
          List(Sample.allCases, selection: Sample.allCases.firstIndex(of: store.sample)) {
            Text($0.rawValue)
          }
          .frame(width: 15)
          Divider(isVertical: true).padding(1, 0)
          SamplePage(store: store)
        }
        // In a short terminal, the code is cut off, but not the hints.
        .frame(height: size.height - 1)
        HintBar(hints, always: ["quit"], last: nil)
      }
    }
    .alert(store.alert)
  }

  private var hints: [Hint] {
    let hints = Controls.keys.hints(in: store.state)
    return store.isTrying || store.alert != nil ? hints : hints + [Hint("q", "quit")]
  }
}

private struct SamplePage: RetainedView {
  let store: StoreOf<Controls>

  var body: some View {
    let (sample, keys) = (store.sample, Catalogue.keys(of: store.sample))
    VStack {
      Text(sample.rawValue).style(.title)
      Text("")
      SampleView(sample: sample, state: store.state)
        .frame(height: sample.size.height).expanded(.horizontal)
      Text("")
      if !keys.isEmpty {
        Paragraph("Keys: \(keys)").style(.dim)
        Text("")
      }
      Text(Catalogue.code(of: sample)).style(.dim)
    }
  }
}
