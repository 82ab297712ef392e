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

private struct SettingsList: RetainedView {
  let store: StoreOf<SettingsEditor>

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
            value(of: field)
          }
        }
        Paragraph(store.explanation).style(.dim)
      }
    }
    .readable()
  }

  /// The choice, or the name as far as it is typed.
  private func value(of field: Settings.Field) -> some View {
    let draft = field == .name ? store.nameDraft : nil
    let text = field.text(in: store.settings, defaultName: store.defaultName)
    return Text(draft.map { $0 + "_" } ?? text).style(draft == nil ? .text : .accent)
  }
}

extension Environment {
  /// The colours and glyphs that a person has chosen, as far as these allow them: what shows no colours here shows none
  /// whatever is chosen, and what is ASCII stays so.
  ///
  /// - Parameter shouldKeepTheme: Whether these colours were asked for, and come before the chosen ones.
  func applying(_ settings: Settings, keepingTheme shouldKeepTheme: Bool = false) -> Environment {
    var result = self
    // Plain lines are read off the frame by its boxes, which ASCII does not tell from words.
    if settings.isASCII, canDrawGraphics { result.glyphs = .ascii }
    if theme.showsColors {
      let theme = shouldKeepTheme ? theme : Theme(settings.theme, terminal: theme)
      result.theme = settings.showsColors ? theme : .monochrome
    }
    result.style = result.theme.text
    return result
  }
}

extension Theme {
  fileprivate init(_ choice: Settings.ThemeChoice, terminal: Theme) {
    switch choice {
    case .terminal: self = terminal
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    }
  }
}
