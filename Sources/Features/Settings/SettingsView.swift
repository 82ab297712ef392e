import Models
import ReducerRuntime
import TerminalUI

/// The settings, a row each, or the page about Ladder.
struct SettingsView: RetainedView {
  let store: StoreOf<SettingsEditor>

  var body: some View {
    if let appInfo = store.scope(state: \.appInfo, action: \.appInfo.presented) {
      AppInfoView(store: appInfo)
    } else {
      SettingsList(store: store)
    }
  }
}

private struct SettingsList: View {
  @Bindable var store: StoreOf<SettingsEditor>

  var body: some View {
    SizeReader { size in
      // Where it is low, the title and the line under it give their room to the rows.
      VStack {
        if size.height >= 12 {
          Text("Settings").style(.title)
          Divider()
        }
        List(Settings.Field.allCases, selection: store.selection) { field in
          HStack(spacing: 2) {
            Text(field.title).frame(width: 16)
            SettingValue(field: field, values: $store.values, draft: $store.nameDraft, in: store)
          }
        }
        Paragraph(store.note).style(.dim)
      }
    }
  }
}

/// What is chosen, or the name as far as it is typed.
private struct SettingValue: View {
  let field: Settings.Field
  let text: String
  let isTyped: Bool

  init(
    field: Settings.Field, values: Binding<Settings>, draft: Binding<String?>,
    in store: StoreOf<SettingsEditor>
  ) {
    self.field = field
    if field == .name, let draft = draft.wrappedValue {
      text = draft + "_"
      isTyped = true
    } else {
      text = field.text(in: values.wrappedValue, usualName: store.usualName)
      isTyped = false
    }
  }

  var body: some View {
    Text(text).style(isTyped ? .accent : .text)
  }
}
