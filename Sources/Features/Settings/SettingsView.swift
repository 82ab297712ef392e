import Models
import ReducerRuntime
import TerminalUI

/// A view of the settings, or of the page about Ladder.
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
      // A low terminal has no title, to have room for the rows.
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

  /// The value of a setting, or the name that is being typed.
  @ViewBuilder private func value(of field: Settings.Field) -> some View {
    if field == .name, let draft = store.nameDraft {
      TextFieldView(draft).style(.accent)
    } else {
      Text(field.text(in: store.settings, defaultName: store.defaultName))
    }
  }
}

extension Environment {
  /// Returns the environment with the colors and glyphs of the settings.
  ///
  /// An environment without colors or with ASCII glyphs stays that way.
  ///
  /// - Parameter shouldKeepTheme: Whether the theme of this environment overrides that of the settings.
  func applying(_ settings: Settings, keepingTheme shouldKeepTheme: Bool = false) -> Environment {
    var result = self
    // The plain mode finds boxes in the frame by their glyphs, and ASCII boxes look like text.
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
