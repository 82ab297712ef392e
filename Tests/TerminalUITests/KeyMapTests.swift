import ReducerRuntime
import Testing

@testable import TerminalUI

@Suite struct KeyMapTests {
  struct Timer: Sendable {
    var isRunning = false
    var isIdle: Bool { !isRunning }
  }
  enum Action: Hashable, Sendable {
    case rep, start, stop
    case typed(Character)
  }

  static let keys: KeyMap<Timer, Action> = [
    .init([.space, .enter], "rep", .rep, when: \.isRunning),
    .init(["s"], "start", .start, when: \.isIdle),
    .init(["s"], "stop", .stop, hinted: false, when: \.isRunning),
  ]

  @Test func conditionsSelectTheRow() {
    #expect(Self.keys.action(for: "s", in: Timer()) == .start)
    #expect(Self.keys.action(for: "s", in: Timer(isRunning: true)) == .stop)
    #expect(Self.keys.action(for: .space, in: Timer()) == nil)
    #expect(Self.keys.action(for: .enter, in: Timer(isRunning: true)) == .rep)
  }

  @Test func hintsHaveActiveRowsAndHelpHasAllRows() {
    #expect(Self.keys.hints(in: Timer()) == [Hint("s", "start")])
    #expect(Self.keys.hints(in: Timer(isRunning: true)) == [Hint("Space/Enter", "rep")])
    #expect(
      Self.keys.sections.first?.rows.map { [$0.keyNames, $0.label] } == [
        ["Space/Enter", "rep"], ["s", "start"], ["s", "stop"],
      ])
  }

  @Test func aWildcardRowHandlesTheRemainingKeys() {
    let keys: KeyMap<Timer, Action> = [
      .init([.escape], "leave", .stop), .anyKey("rep", when: \.isRunning) { _ in .rep },
    ]
    for key in ["a", .space, .up, .control("x"), .function(3)] as [Key] {
      #expect(keys.action(for: key, in: Timer(isRunning: true)) == .rep)
      #expect(keys.action(for: key, in: Timer()) == nil)
    }
    #expect(keys.action(for: .escape, in: Timer(isRunning: true)) == .stop)
    #expect(keys.sections.last?.rows.last?.keyNames == "any key")
    #expect(keys.hints(in: Timer(isRunning: true)).last == Hint("any key", "rep", name: ""))
  }

  @Test func `a scalar that extends a typed character is text, but not any key`() {
    let keys: KeyMap<Timer, Action> = [
      .anyKey("rep", when: \.isRunning) { _ in .rep }, .text("type", for: .field) { .typed($0) },
    ]
    for key in ["\u{301}", "\u{200D}"] as [Key] {
      #expect(keys.action(for: key, in: Timer(isRunning: true)) != .rep)
      #expect(keys.textUse(of: key, in: Timer()) == .field)
    }
    #expect(keys.action(for: "e\u{301}", in: Timer(isRunning: true)) == .rep)
  }

  private static let pairs: KeyMap<Timer, Action> =
    .listNavigation { _ in .rep }
    + [
      .init([.left], "rewind", .start, pair: KeyPair("seek"), when: \.isRunning),
      .init([.right], "forward", .stop, pair: KeyPair("seek")),
      .init(["q"], "quit", .stop),
    ]

  @MainActor
  @Test func `two rows of a pair share a hint`() {
    func bar(
      _ timer: Timer, _ width: Int, _ keys: KeyRemapping = KeyRemapping(), isPlain: Bool = false
    ) -> String {
      var environment = Environment()
      environment.keys = keys
      environment.canDrawGraphics = !isPlain
      var buffer = Buffer(Size(width, 1))
      buffer.draw(HintBar(Self.pairs.hints(in: timer)), environment)
      return buffer.lines[0]
    }
    #expect(bar(Timer(isRunning: true), 50).hasPrefix("←/→ seek  q quit  ↑/↓ move  "))
    #expect(bar(Timer(), 50).hasPrefix("→ forward  q quit  ↑/↓ move  "))
    #expect(bar(Timer(), 32) == "→ forward  q quit         ? help")
    #expect(bar(Timer(), 50, KeyRemapping(["up": ["w", "e"]])).contains("w/↓ move"))
    #expect(bar(Timer(), 60, isPlain: true).contains("q quit  ↑/k up  ↓/j down  "))
    #expect(Self.pairs.rows(in: Timer()).map(\.label).starts(with: ["up", "down"]))
  }

  @Test func anActionCanDependOnThePressedKey() {
    let keys: KeyMap<Timer, Action> = [
      .init(["a", "b"], "type") { $0 == "a" ? .typed("a") : .typed("b") }
    ]
    #expect(keys.action(for: "b", in: Timer()) == .typed("b"))
    #expect(keys.action(for: "c", in: Timer()) == nil)
  }

  struct Parent: Sendable { var timer: Timer? }
  enum ParentAction: Hashable, Sendable {
    case timer(Action)
    case quit
  }

  @Test func pullbackRoutesKeysToTheChild() {
    let keys: KeyMap<Parent, ParentAction> =
      Self.keys.pullback(state: \.timer, action: { .timer($0) }) + [
        .init(["q", "s"], "quit", .quit)
      ]
    #expect(keys.action(for: "s", in: Parent(timer: Timer())) == .timer(.start))
    #expect(keys.action(for: "s", in: Parent()) == .quit)
    #expect(keys.hints(in: Parent()) == [Hint("q/s", "quit")])
  }

  @Test func textRowsHandleTheRemainingCharacters() {
    let keys: KeyMap<Timer, Action> = [
      .init([.enter], "done", .stop), .text("type", for: .field) { .typed($0) },
    ]
    #expect(keys.action(for: "q", in: Timer()) == .typed("q"))
    #expect(keys.action(for: .space, in: Timer()) == .typed(" "))
    #expect(keys.action(for: .enter, in: Timer()) == .stop)
    #expect(keys.action(for: .up, in: Timer()) == nil)
    #expect(keys.textUse(of: "q", in: Timer()) == .field)
    #expect(keys.textUse(of: .enter, in: Timer()) == nil)
    let later = Self.keys.when { $0.isRunning } + keys
    #expect(later.textUse(of: "s", in: Timer()) == .field)
    #expect(later.textUse(of: "s", in: Timer(isRunning: true)) == nil)
  }

  @Test func whenAppliesToAllRows() {
    let keys = Self.keys.when { $0.isRunning }
    #expect(keys.action(for: "s", in: Timer()) == nil)
    #expect(keys.action(for: "s", in: Timer(isRunning: true)) == .stop)
  }

  @Test func aSharedConditionIsEvaluatedOnce() {
    let asked = LockIsolated(0)
    let keys: KeyMap<Timer, Action> = [
      .init(["s"], "start", .start, when: { _ in false }), .init(["s"], "stop", .stop),
      .init([.enter], "rep", .rep),
    ]
    let shared = keys.when { _ in
      asked.withValue { $0 += 1 }
      return true
    }
    #expect(shared.action(for: "s", in: Timer()) == .stop)
    #expect(asked.value == 1)
    #expect(shared.rows(in: Timer()).map(\.label) == ["stop", "rep"])
    #expect(asked.value == 2)
    #expect(shared.action(for: "x", in: Timer()) == nil)
    #expect(asked.value == 2)
  }

  @Test func `one of two maps is active, and the condition is evaluated once`() {
    let asked = LockIsolated(0)
    let first = Self.keys.observing(repeats: { _ in .rep }, releases: { _ in .stop })
    let keys = KeyMap(
      if: { timer in
        asked.withValue { $0 += 1 }
        return timer.isRunning
      }, first,
      else: [.init([.enter], "begin", .start), .init(["x"], "skip", .stop)])
    #expect(keys.rows(in: Timer(isRunning: true)).map(\.label) == ["rep", "stop"])
    #expect(keys.rows(in: Timer()).map(\.label) == ["begin", "skip"])
    #expect(asked.value == 2)
    #expect(keys.action(for: .enter, in: Timer(isRunning: true)) == .rep)
    #expect(keys.action(for: .enter, in: Timer()) == .start)
    #expect(keys.rows.map(\.label) == ["rep", "start", "stop", "begin", "skip"])
    // A key that was pressed in the first map can be released in the second one.
    #expect(keys.actions(for: .release, of: .enter, in: Timer()) == [.stop])
  }

  @Test func conditionsOfAnAbsentChildAreNotEvaluated() {
    let looked = LockIsolated(0)
    let asked = LockIsolated(0)
    let child: KeyMap<Timer, Action> = [
      .init(
        ["s"], "start", .start,
        when: { _ in
          asked.withValue {
            $0 += 1; return false
          }
        }),
      .init(
        ["s"], "stop", .stop,
        when: { _ in
          asked.withValue {
            $0 += 1; return true
          }
        }),
    ]
    let keys: KeyMap<Parent, ParentAction> = child.pullback(
      state: { parent in
        looked.withValue { $0 += 1 }
        return parent.timer
      }, action: { .timer($0) })
    #expect(keys.action(for: "s", in: Parent()) == nil)
    #expect([looked.value, asked.value] == [1, 0])
    #expect(keys.action(for: "s", in: Parent(timer: Timer())) == .timer(.stop))
    #expect([looked.value, asked.value] == [2, 2])
  }

  @Test func `a map is not created before its condition holds`() {
    let created = LockIsolated(0)
    @Sendable func running() -> KeyMap<Timer, Action> {
      created.withValue { $0 += 1 }
      return Self.keys.observing(repeats: { _ in .rep }, releases: { _ in .stop })
    }
    let keys = KeyMap(when: { $0.isRunning }, running())
    #expect(keys.action(for: "s", in: Timer()) == nil)
    #expect(keys.actions(for: .release, of: "s", in: Timer()) == [])
    #expect(created.value == 0)
    #expect(keys.action(for: "s", in: Timer(isRunning: true)) == .stop)
    #expect(keys.actions(for: .release, of: "s", in: Timer(isRunning: true)) == [.stop])
    #expect(keys.rows.map(\.label) == ["rep", "start", "stop"])
  }

  @Test func `a remapped map finds rows by their new keys`() {
    let keys = Self.keys.remapped(by: KeyRemapping(["rep": ["x"], "stop": [.enter]]))
    let timer = Timer(isRunning: true)
    #expect(keys.action(for: "x", in: timer) == .rep)
    #expect(keys.action(for: .enter, in: timer) == .stop)
    #expect(keys.action(for: "s", in: timer) == nil)
    #expect(keys.rows(in: timer).map(\.keyNames) == ["x", "Enter"])
    #expect(keys.action(named: "stop", in: timer) == .stop)
  }

  @Test func aKeyIsShownOnlyForTheFirstRowThatHasIt() {
    let keys: KeyMap<Timer, Action> = [
      .init([.enter], "start", .start), .init([.escape, .enter], "stop", .stop),
      .init([.enter], "rep", .rep),
    ]
    #expect(keys.hints(in: Timer()) == [Hint("Enter", "start"), Hint("Esc", "stop")])
    #expect(keys.rows(in: Timer()).map(\.keyNames) == ["Enter", "Esc"])
    let typing: KeyMap<Timer, Action> = [
      .text("type", for: .field) { .typed($0) }, .init(["q", .up], "rep", .rep),
    ]
    #expect(typing.rows(in: Timer()).map(\.keyNames) == ["a-z", "Up"])
  }
}

@Suite struct KeyTests {
  @Test(arguments: [
    (Key.space, "Space"), ("s", "s"), ("+", "+"), (.backTab, "Shift-Tab"),
    (.control("c"), "Ctrl-C"),
    (.function(5), "F5"), (.alt("x"), "Alt-x"), (.pageUp, "PageUp"), (.escape, "Esc"), ("é", "é"),
  ])
  func namesReadBack(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test func namesIgnoreCaseAndHaveAliases() {
    #expect(Key(name: "enter") == .enter)
    #expect(Key(name: "Return") == .enter)
    #expect(Key(name: "ctrl-c") == .control("c"))
    #expect(Key(name: " ") == .space)
    #expect(Key(name: "nonsense") == nil)
    #expect(Key(name: "") == nil)
    #expect(Key(name: "f") == "f")
  }

  @Test func theSpaceHasOneRepresentation() {
    #expect(Key(" ") == .space)
    #expect(([" "] as [Key]) == [.space])
  }
}
