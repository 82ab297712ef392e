import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import TerminalUI

@Suite(.checksForLeaks)
struct KeySettingsTests {
  struct State: Sendable { var isRunning = false }
  enum Action: Hashable, Sendable { case rep, pause, stop, start, open, quit, interrupt }

  /// The keys of a timer's screen, of a list, and of all screens.
  static let keys: KeyMap<State, Action> =
    [.init([.control("c")], "save and quit", .interrupt, name: "", hinted: false)]
    + KeyMap<State, Action>([
      .init([.space, .enter], "rep", .rep, when: \.isRunning),
      .init(["p"], "pause", .pause, when: \.isRunning),
      .init(["s"], "stop and save", .stop, when: \.isRunning),
    ]).screen("timer").section("Timer")
    + KeyMap<State, Action>([
      .init([.enter], "open", .open, when: { !$0.isRunning }),
      .init(["s", .enter], "start", .start, when: { !$0.isRunning }),
    ]).screen("list").section("List")
    + [.init(["q"], "quit", .quit)]

  private func read(_ text: String) -> KeySettings {
    KeySettings(SettingsText(text).keyEntries, for: Self.keys.rows)
  }

  private func action(_ key: Key, _ settings: KeySettings, running: Bool = true) -> Action? {
    Self.keys.remapped(by: settings.remapping).action(for: key, in: State(isRunning: running))
  }

  @Test func `chosen keys replace the default keys`() {
    let settings = read("key.rep = x F5\ntheme = dark")
    #expect(settings.problems.isEmpty)
    #expect(action("x", settings) == .rep)
    #expect(action(.function(5), settings) == .rep)
    #expect(action(.space, settings) == nil)
  }

  @Test func `two keys may be swapped`() {
    let settings = read("key.pause = s\nkey.stop-and-save = p")
    #expect(settings.problems.isEmpty)
    #expect(action("s", settings) == .pause)
    #expect(action("p", settings) == .stop)
  }

  @Test func `a conflict on one screen is reported, and the row keeps its default keys`() {
    let settings = read("key.rep = x\nkey.pause = q")
    #expect(
      settings.problems == [
        TextError(
          line: 2, #"q cannot be both "pause" and "quit" on one screen; "pause" stays on p"#)
      ])
    #expect(action("q", settings) == .quit)
    #expect(action("p", settings) == .pause)
    #expect(action("x", settings) == .rep)
  }

  @Test func `the default key of a rejected entry conflicts with another entry that uses it`() {
    let settings = read("key.pause = s\nkey.stop-and-save = q")
    #expect(settings.problems.map(\.line) == [1, 2])
    #expect(settings.remapping.isEmpty)
  }

  @Test func `the same key on two screens, or shared by default, is not a conflict`() {
    #expect(read("key.open = x\nkey.rep = x").problems.isEmpty)
    #expect(read("key.start = s F2").problems.isEmpty)
  }

  @Test(arguments: [
    ("key.jump = x", #"no action is named "jump""#),
    ("key. = x", #"no action is named """#),
    ("key.rep = Hyper", #"no key is named "Hyper""#),
    ("key.rep =", #""key.rep" needs a key, such as key.rep = F5"#),
    ("key.rep = Ctrl-C", #"Ctrl-C always quits or suspends, and cannot be "rep" as well"#),
  ])
  func `an invalid entry is reported`(line: String, message: String) {
    let settings = read(line)
    #expect(settings.problems == [TextError(line: 1, message)])
    #expect(settings.remapping.isEmpty)
  }

  @Test func `the later of two entries for one action applies`() {
    let settings = read("key.rep = x\nkey.rep = y")
    #expect(settings.remapping["rep"] == ["y"])
  }

  @MainActor
  @Test func `hints show the chosen keys`() {
    var buffer = Buffer(Size(40, 1))
    buffer.draw(
      HintBar(Self.keys.hints(in: State(isRunning: true))),
      Environment(keys: read("key.rep = Up\nkey.help = F1").remapping))
    #expect(buffer.lines[0].contains("↑ rep  p pause"))
  }

  @Test func `each section has a heading, and equal rows appear once`() {
    #expect(Self.keys.sections.map(\.title) == ["Everywhere", "Timer", "List"])
    let twice = Self.keys + Self.keys
    #expect(twice.sections.map(\.rows.count) == Self.keys.sections.map(\.rows.count))
  }
}

// MARK: - Sentences

/// Tests that sentences name the chosen keys.
@Suite(.checksForLeaks)
@MainActor
struct NamedKeysTests {
  @Test func `the leaderboard names the chosen keys`() {
    let keys = KeyRemapping(["refresh": [.function(5)]])
    let broken = VirtualApp(environment: Environment(keys: keys)) {
      $0.leaderboard.page = { _, _, _ in throw SampleError() }
    }
    broken.press("2", .escape)
    #expect(broken.shows("Press F5 to try again."))
  }

  @Test func `the notice of a discarded workout names the chosen keys`() {
    let keys = KeyRemapping(["undo-discard": [.function(6)]])
    let app = VirtualApp(environment: Environment(keys: keys))
    app.press(.enter, "s", "s", .space, .escape, .delete)
    #expect(app.shows("F6 undoes it"))
  }
}
