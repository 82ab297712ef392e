import Glibc
import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
func draw(_ width: Int, _ height: Int, _ glyphs: GlyphSet = .unicode, _ view: some View)
  -> [String]
{
  var buffer = Buffer(Size(width, height))
  buffer.draw(view, Environment(glyphs: glyphs))
  return buffer.lines
}

@MainActor
@Suite struct ViewTests {
  @Test func longLinesEndInAnEllipsis() {
    #expect(draw(6, 1, .unicode, Text("burpees")) == ["burpe…"])
    #expect(draw(6, 1, .ascii, Text("burpees")) == ["bur..."])
    #expect(draw(4, 1, .unicode, Text("腕立て伏せ")) == ["腕 …"])
    #expect(draw(3, 1, .ascii, Text("burpees")) == ["bur"])
  }

  @Test func `a tab is a space`() {
    #expect(draw(6, 1, .unicode, Text("a\tbc")) == ["a bc"])
    #expect(draw(3, 1, .unicode, Text("a\tbc")) == ["a …"])
    #expect(draw(4, 2, .unicode, Paragraph("ab\tcde")) == ["ab", "cde"])
    #expect(Text("a\tbc").layout(in: Size(9, 1), Environment()).size == Size(4, 1))
  }

  @Test func linesAlign() {
    #expect(draw(5, 2, .unicode, Text("a\nbcd", alignment: .trailing)) == ["    a", "  bcd"])
    #expect(draw(5, 1, .unicode, Text("abc", alignment: .center)) == [" abc"])
  }

  @Test func spacersDivideTheRemainingSpace() {
    let row = HStack {
      Text("a")
      Spacer()
      Text("b")
      Spacer()
      Text("c")
    }
    #expect(draw(9, 1, .unicode, row) == ["a   b   c"])
    #expect(draw(3, 1, .unicode, row) == ["abc"])
  }

  @Test func aSpacerGrowsOnlyAlongItsStack() {
    let screen = VStack {
      HStack {
        Text("l")
        Spacer()
        Text("r")
      }
      Text("x")
    }
    #expect(draw(4, 3, .unicode, screen) == ["l  r", "x", ""])
  }

  @Test func theLastChildIsClipped() {
    let column = VStack {
      Text("one")
      Text("two")
      Text("three")
    }
    #expect(draw(5, 2, .unicode, column) == ["one", "two"])
  }

  @Test(arguments: [0, 1, 2]) func branches(of kind: Int) {
    let view = VStack {
      if kind == 0 { Text("zero") }
      switch kind {
      case 1: Text("one")
      case 2: Text("two").bold()
      default: EmptyView()
      }
      Text("end")
    }
    let expected = [["zero", "end"], ["one", "end"], ["two", "end"]]
    #expect(draw(5, 2, .unicode, view) == expected[kind])
  }

  @Test func aStackCanExceedItsCache() {
    let view = VStack { ForEach(0..<40) { Text("\($0)") } }
    #expect(draw(2, 40, .unicode, view) == (0..<40).map(String.init))
  }

  @Test func bordersHoldATitle() {
    let view = Text("hi").border("Best")
    #expect(draw(12, 3, .unicode, view) == ["╭─ Best ───╮", "│hi        │", "╰──────────╯"])
    #expect(draw(7, 3, .ascii, view) == ["+- B -+", "|hi   |", "+-----+"])
    #expect(draw(6, 3, .ascii, view) == ["+----+", "|hi  |", "+----+"])
    #expect(draw(1, 1, .ascii, view) == [""])
  }

  @Test func framesAndPadding() {
    let view = HStack {
      Text("ab").frame(width: 4, alignment: .trailing)
      Text("c").padding(2, 1)
    }
    #expect(draw(10, 3, .unicode, view) == ["  ab", "      c", ""])
    #expect(draw(5, 3, .unicode, Text("x").centered()) == ["", "  x", ""])
  }

  @Test func paragraphsWrapBetweenWords() {
    let text = "hands under shoulders\nback straight"
    #expect(
      draw(11, 4, .unicode, Paragraph(text)) == ["hands under", "shoulders", "back", "straight"])
    #expect(draw(4, 3, .unicode, Paragraph("abcdefghij")) == ["abcd", "efgh", "ij"])
    let layout = Paragraph(text).layout(in: Size(11, 9), Environment())
    #expect(layout.size == Size(11, 4))
  }

  @Test func anOverlayHidesTheViewBelow() {
    let base = Text("aaaaaaa\naaaaaaa\naaaaaaa")
    let shown: String? = "b"
    let view = base.overlay { if let shown { Text(shown).border() } }
    #expect(draw(7, 3, .unicode, view) == ["aa╭─╮aa", "aa│b│aa", "aa╰─╯aa"])
    let none: String? = nil
    #expect(draw(7, 1, .unicode, base.overlay { if let none { Text(none) } }) == ["aaaaaaa"])
  }

  @Test func theFirstViewThatFitsIsDrawn() {
    let view = ViewThatFits {
      Text("a long form")
      Text("short")
      Text("s")
    }
    #expect(draw(11, 1, .unicode, view) == ["a long form"])
    #expect(draw(7, 1, .unicode, view) == ["short"])
    #expect(draw(2, 1, .unicode, view) == ["s"])
  }

  @Test func anyScreenSizeDraws() {
    let view = VStack {
      TabBar(["Workouts", "Leaderboard"], selection: 0)
      List(0..<50, selection: 20) { Text("row \($0)") }.border("List")
      BigText("00:12.34")
      HStack {
        ProgressBar(0.4)
        Sparkline([1, 2, 3])
      }
      HintBar([Hint("s", "start")])
    }
    for width in 0..<24 {
      for height in 0..<12 { #expect(draw(width, height, .unicode, view).count == height) }
    }
  }
}

/// Tests of drawing `TextState`.
@MainActor
@Suite struct TextSpanTests {
  private func styles(
    _ width: Int, _ height: Int, _ view: some View, theme: Theme = .standard
  ) -> [String] {
    var buffer = Buffer(Size(width, height))
    buffer.draw(view, Environment(theme: theme))
    return buffer.styleLines
  }

  private let question =
    TextState("Delete ") + TextState("Push-ups").bold() + TextState("?").foregroundColor(.red)

  @Test func `each run is drawn in its style`() {
    #expect(draw(20, 1, .unicode, Text(question)) == ["Delete Push-ups?"])
    #expect(
      styles(20, 1, Text(question))
        == ["row 0, columns 7-14: bold", "row 0, columns 15-15: red"])
  }

  @Test func `every attribute has a terminal style`() {
    #expect(styles(1, 1, Text(TextState("a").italic())) == ["row 0, columns 0-0: italic"])
    #expect(styles(1, 1, Text(TextState("a").underline())) == ["row 0, columns 0-0: underline"])
    #expect(styles(1, 1, Text(TextState("a").strikethrough())) == ["row 0, columns 0-0: dim"])
    for color in TextState.Color.allCases {
      #expect("\(Color(color))" == color.rawValue)
    }
  }

  @Test func `attributes remain without colors`() {
    #expect(styles(20, 1, Text(question), theme: .monochrome) == ["row 0, columns 7-14: bold"])
  }

  @Test func `styles are laid over the inherited style`() {
    #expect(
      styles(1, 1, Text(TextState("a").underline()).style(.accent))
        == ["row 0, columns 0-0: bold underline cyan"])
  }

  @Test func `styles follow alignment, line ends, wide characters and truncation`() {
    let lines = TextState("ab\n") + TextState("腕c\nd").bold()
    #expect(
      styles(5, 3, Text(lines, alignment: .trailing))
        == ["row 1, columns 2-4: bold", "row 2, columns 4-4: bold"])
    #expect(
      styles(4, 1, Text(TextState("ab") + TextState("cdefgh").bold()))
        == ["row 0, columns 2-3: bold"])
  }

  @Test func `styles continue on the next line of a paragraph`() {
    let text = TextState("It ") + TextState("cannot be brought").bold() + TextState(" back.")
    #expect(draw(10, 3, .unicode, Paragraph(text)) == ["It cannot", "be brought", "back."])
    #expect(
      styles(10, 3, Paragraph(text))
        == ["row 0, columns 3-8: bold", "row 1, columns 0-9: bold"])
  }
}

/// The default colors of a terminal.
struct Palette: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let colors: [UInt32]

  static let all = [
    Palette(
      testDescription: "xterm",
      colors: [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
      ]),
    Palette(
      testDescription: "GNOME Terminal",
      colors: [
        0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc,
        0x5e5c64, 0xf66151, 0x33da7a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff,
      ]),
    Palette(
      testDescription: "Linux console",
      colors: [
        0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
        0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
      ]),
    Palette(
      testDescription: "Windows Terminal",
      colors: [
        0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
        0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
      ]),
    Palette(
      testDescription: "Tango",
      colors: [
        0x000000, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf,
        0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec,
      ]),
  ]

  /// Returns the contrast ratio of WCAG 2, from 1 to 21.
  func contrast(of style: Style) -> Double {
    let (a, b) = (luminance(style.foreground), luminance(style.background))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private func luminance(_ color: Color) -> Double {
    func linear(_ shift: UInt32) -> Double {
      let share = Double(colors[color.index] >> shift & 0xff) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }
}

@Suite struct ThemeTests {
  @Test func `theme names equal the values in the settings file`() {
    #expect(Theme.Name.allCases.map(\.rawValue) == ["terminal", "dark", "light", "high-contrast"])
  }

  /// In every theme the selection and keys differ from text by attributes, not only by color.
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

  /// If a theme sets both colors of a text, their contrast is at least 4.5:1 (WCAG AA) in the default palettes.
  /// Dim text has the terminal's own shade.
  @Test(arguments: Palette.all)
  func `text has enough contrast`(palette: Palette) {
    for name in Theme.Name.allCases {
      let theme = Theme(name)
      for role in Theme.Role.allCases {
        let style = theme[role].over(theme.text)
        guard style.foreground != .default, style.background != .default else { continue }
        let contrast = palette.contrast(of: style)
        #expect(contrast >= 4.5, "\(palette): \(name), \(role)")
      }
    }
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
