import Models
import TerminalUI

extension Environment {
  /// The colours and glyphs that a person has chosen, as far as these allow them: what shows no colours here shows none
  /// whatever is chosen, and what is ASCII stays so.
  ///
  /// - Parameter keepsTheme: Whether these colours were asked for, and come before the chosen ones.
  func chosen(by settings: Settings, keepingTheme keepsTheme: Bool = false) -> Environment {
    var chosen = self
    // Plain lines are read off the frame by its boxes, which ASCII does not tell from words.
    if settings.isASCII, drawsPictures { chosen.glyphs = .ascii }
    if theme.showsColors {
      let theme = keepsTheme ? theme : Theme(settings.theme, terminal: theme)
      chosen.theme = settings.showsColors ? theme : .monochrome
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
