import Models
import TerminalUI

extension Environment {
  /// The colours and glyphs that a person has chosen, as far as these allow them: what shows no colours here shows none
  /// whatever is chosen, and what is ASCII stays so.
  func chosen(by settings: Settings) -> Environment {
    var chosen = self
    if settings.isASCII { chosen.glyphs = .ascii }
    if theme.showsColors {
      chosen.theme = settings.showsColors ? Theme(settings.theme, terminal: theme) : .monochrome
    }
    chosen.style = chosen.theme.text
    return chosen
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
