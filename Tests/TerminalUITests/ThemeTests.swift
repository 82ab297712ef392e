import Testing

@testable import TerminalUI

@Suite struct ThemeTests {
  @Test func `the names are those of the settings file`() {
    #expect(Theme.Name.allCases.map(\.rawValue) == ["terminal", "dark", "light", "high-contrast"])
  }

  /// In every theme the selection and keys differ from text by attributes and not only by color.
  @Test(arguments: Theme.Name.allCases)
  func `roles aren't distinguished by color alone`(name: Theme.Name) {
    let theme = Theme(name)
    for role in [Theme.Role.selection, .key, .title, .accent, .good, .danger, .digit] {
      #expect(!theme[role].attributes.isEmpty, "\(role)")
    }
  }

  /// Other roles have no color of their own.
  @Test(arguments: Theme.Name.allCases)
  func `each theme has one accent, one color of success and one of warning`(name: Theme.Name) {
    let theme = Theme(name)
    let (accent, good) = (theme.accent.foreground, theme.good.foreground)
    let warning = theme.warning.background
    #expect(Set([accent, good, warning, theme.text.foreground]).count == 4)
    for role in [Theme.Role.key, .title, .border, .dim, .digit, .digitMinor] {
      let known = [.default, theme.text.foreground, accent, good]
      #expect(known.contains(theme[role].foreground), "\(role)")
      #expect(theme[role].background == .default, "\(role)")
    }
    #expect(theme.digit.foreground == theme.digitMinor.foreground)
  }

  @Test func `attributes are combined, but a selection is never dim`() {
    let bold = Style(.green, .bold)
    #expect(bold.over(.dim) == Style(.green, [.bold, .dim]))
    #expect(Style.reverse.over(Style(.red, [.dim, .bold])) == Style(.red, [.reverse, .bold]))
  }

  @Test func `the monochrome theme has no colors`() {
    for role in Theme.Role.allCases {
      #expect(Theme.monochrome[role].foreground == .default, "\(role)")
      #expect(Theme.monochrome[role].background == .default, "\(role)")
    }
  }

  /// In themes with their own background, no text has the color of the background.
  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `all text differs from the theme's background`(name: Theme.Name) {
    let theme = Theme(name)
    #expect(theme.text.background != .default)
    for role in Theme.Role.allCases {
      let style = theme[role].over(theme.text)
      #expect(style.foreground != style.background, "\(role)")
      #expect(style.foreground != .default && style.background != .default, "\(role)")
    }
    if name == .light {
      let pale: [Color] = [.white, .yellow, .brightYellow, .cyan, .brightCyan, .brightGreen]
      for role in Theme.Role.allCases where theme[role].background == .default {
        #expect(!pale.contains(theme[role].foreground), "\(role)")
      }
    }
  }
}
