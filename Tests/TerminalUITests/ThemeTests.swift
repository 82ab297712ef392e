import Testing

@testable import TerminalUI

@Suite struct ThemeTests {
  @Test func `the names are those of the settings file`() {
    #expect(Theme.Name.allCases.map(\.rawValue) == ["terminal", "dark", "light", "high-contrast"])
  }

  /// What is chosen, and the keys, differ from plain text in more than their colours in every theme.
  @Test(arguments: Theme.Name.allCases)
  func `nothing is told by colour alone`(name: Theme.Name) {
    let theme = Theme(name)
    for role in [Theme.Role.selection, .key, .title, .accent, .good, .danger, .digit] {
      #expect(!theme[role].attributes.isEmpty, "\(role)")
    }
  }

  /// One colour says "look here", one "well done" and one "take care"; nothing else brings a colour of its own.
  @Test(arguments: Theme.Name.allCases)
  func `each theme has one accent, one colour of success and one of warning`(name: Theme.Name) {
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

  @Test func `attributes add up, but nothing chosen is dim`() {
    let bold = Style(.green, .bold)
    #expect(bold.over(.dim) == Style(.green, [.bold, .dim]))
    #expect(Style.reverse.over(Style(.red, [.dim, .bold])) == Style(.red, [.reverse, .bold]))
  }

  @Test func `without colours there are none`() {
    for role in Theme.Role.allCases {
      #expect(Theme.monochrome[role].foreground == .default, "\(role)")
      #expect(Theme.monochrome[role].background == .default, "\(role)")
    }
  }

  /// On a background of the theme's own no text may have the background's colour.
  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `all text can be seen on the theme's background`(name: Theme.Name) {
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
