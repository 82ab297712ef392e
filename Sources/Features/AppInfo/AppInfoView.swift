import ReducerRuntime
import TerminalUI

/// A view of the page about Ladder, with a row for each item.
struct AppInfoView: RetainedView {
  let store: StoreOf<AppInfo>

  var body: some View {
    SizeReader { size in
      VStack {
        if size.height >= 12 {
          Text("About Ladder").style(.title)
          Divider()
        }
        if let information = store.information {
          ForEach(information.items) { item in
            HStack(spacing: 2) {
              Text(item.name).style(.dim).frame(width: 8)
              Text(item.value)
            }
          }
        } else {
          Text("Looking…").style(.dim)
        }
      }
      .expanded()
    }
    .readable()
    .overlay(.bottom) {
      if store.isToastShown { SentToTerminalLine().padding(1, 0).background(.selection) }
    }
  }
}
