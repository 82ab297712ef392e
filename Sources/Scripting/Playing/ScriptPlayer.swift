import ReducerRuntime
import TerminalUI

/// Plays a script on a stage as a person would: key by key, with time between.
///
/// One engine for demonstrations, tests, pictures and reports: what differs is the time it plays in.
@MainActor
public final class ScriptPlayer {
  /// What is going on, for a watcher.
  public private(set) var caption = ""

  private let script: Script
  private let stage: Stage
  private let time: any ScriptTime
  private let repKey: Key
  private var random: SeededGenerator
  /// What the screen showed before the last thing that was done.
  private var before = Buffer(Size(0, 0))

  /// Lets the database be written to, or not.
  private let setWritable: (Bool) async throws -> Void
  /// Keeps a picture; throws what a person must know about why not.
  private let keep: (Shot, Buffer) throws -> Void

  /// How often the screen is looked at while something is expected.
  private static let glance = Duration.milliseconds(20)

  /// - Parameters:
  ///   - repKey: What counts a rep.
  ///   - setWritable: Lets the database be written to, or not.
  ///   - keep: What becomes of pictures.
  public init(
    _ script: Script, on stage: Stage, in time: some ScriptTime, repKey: Key = .space,
    setWritable: @escaping (Bool) async throws -> Void = { _ in },
    keep: @escaping (Shot, Buffer) throws -> Void = { _, _ in }
  ) {
    self.script = script
    self.stage = stage
    self.time = time
    self.repKey = repKey
    self.setWritable = setWritable
    self.keep = keep
    random = SeededGenerator(seed: script.setup.seed)
  }

  /// Plays the script to its end, or until what it expects does not come.
  ///
  /// - Throws: ``ScriptError``, or `CancellationError` when the task is cancelled.
  public func play() async throws {
    time.settle()
    for step in script.steps {
      try await time.yield()
      do {
        try await perform(step.command)
      } catch let error as Unmet {
        throw ScriptError(step.line, error.message)
      }
    }
  }

  /// What a step asks for and does not get.
  private struct Unmet: Error { let message: String }

  private func perform(_ command: Script.Command) async throws {
    switch command {
    case .expect(let expectation, let patience):
      return try await wait(for: expectation, patience)
    case .shot(let shot):
      stage.look()
      do { try keep(shot, stage.frame) } catch { throw Unmet(message: "\(error)") }
      return
    case .caption(let text):
      caption = text
      return
    case .end:
      guard stage.app.exit != nil else { throw Unmet(message: "the program has not ended") }
      return
    case .restart:
      break
    case .press, .hold, .release, .type, .rep, .advance, .resize, .suspend, .disk, .focus, .paste,
      .mouse, .tap:
      guard stage.app.exit == nil else {
        throw Unmet(message: "the program has ended before this")
      }
    }
    stage.look()
    before = stage.frame
    try await act(command)
  }

  private func act(_ command: Script.Command) async throws {
    switch command {
    case .press(let key, let count, let interval):
      for index in 0..<count {
        if index > 0, interval > .zero { try await time.pass(interval) }
        try await press(key)
      }
    case .type(let text):
      for character in text { try await press(Key(character)) }
    case .rep(let count, let interval, let jitter):
      for duration in intervals(count, interval, jitter) {
        try await time.pass(duration)
        try await press(repKey)
      }
    case .advance(let duration):
      try await time.pass(duration)
    case .resize(let size):
      stage.resize(to: size)
      time.settle()
    case .suspend(let duration):
      stage.handle(.suspended)
      time.settle()
      try await time.passSuspended(duration)
      stage.handle(.resumed)
      try await time.pass(.zero)
    case .restart:
      stage.restart()
      time.settle()
    case .disk(let isWritable):
      try await setWritable(isWritable)
    case .hold(let key):
      handle(.repeated(key))
    case .release(let key):
      handle(.released(key))
    case .focus(let isFocused):
      handle(.focus(isFocused))
    case .paste(let text):
      handle(.paste(TextSanitizer.sanitize(text)))
    case .mouse(let event):
      // A tap means what the last frame shows there.
      stage.look()
      handle(.mouse(event))
    case .tap(let text):
      guard let place = stage.frame.place(of: text) else {
        throw Unmet(message: "there is no \"\(text.shortened)\" on the screen to be tapped")
      }
      handle(.mouse(MouseEvent(.press, at: place)))
    case .expect, .end, .shot, .caption:
      break
    }
  }

  private func press(_ key: Key) async throws {
    // One command may press a hundred thousand.
    try await time.yield()
    handle(.key(key))
  }

  private func handle(_ event: InputEvent) {
    stage.handle(event)
    time.settle()
  }

  /// Durations that are off by chance, each rep from its own place in an even row, so that all of them take as long.
  private func intervals(_ count: Int, _ interval: Duration, _ jitter: Duration) -> [Duration] {
    var last = Duration.zero
    return (1...count).map { index in
      let off = jitter > .zero ? jitter * Double.random(in: -0.5...0.5, using: &random) : .zero
      let instant = interval * index + off
      defer { last = instant }
      return instant - last
    }
  }

  private func wait(for expectation: Expectation, _ patience: Duration) async throws {
    let end = time.elapsed + patience
    let before = before.lines
    do {
      let search = try ExpectationSearch(for: expectation)
      while true {
        stage.look()
        let rows = stage.frame.lines
        if try await search.isMet(by: rows, before: before, yield: time.yield) { return }
        guard time.elapsed < end else { throw Unmet(message: expectation.description) }
        try await time.pass(Self.glance)
      }
    } catch let error where error is Pattern.Problem || error is Pattern.TooManySteps {
      throw Unmet(message: "\(error)")
    }
  }
}

extension Buffer {
  /// The middle of the first place that shows `text`.
  fileprivate func place(of text: String) -> Point? {
    for (y, line) in lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return Point(
        TextWidth.width(of: line[..<range.lowerBound]) + TextWidth.width(of: text) / 2, y)
    }
    return nil
  }
}
