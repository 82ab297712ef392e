import ReducerRuntime
import TerminalUI

/// A player that performs a script on a stage as a user would: key by key, with time in between.
///
/// Demos, tests, pictures and reports use the same player; they differ in the ``ScriptTime``.
@MainActor
public final class ScriptPlayer {
  /// The current caption.
  public private(set) var caption = ""

  private let script: Script
  private let stage: Stage
  private let time: any ScriptTime
  private let repKey: Key
  private var random: SeededGenerator
  /// The screen before the last action.
  private var previousFrame = Buffer(Size(0, 0))

  /// Makes the database writable or read-only.
  private let setWritable: (Bool) async throws -> Void
  private let setOnline: (Bool) -> Void
  /// Saves a picture. The error it throws is shown to the user.
  private let saveShot: (Shot, Buffer) throws -> Void

  /// The interval at which the screen is checked for an expectation.
  private static let pollInterval = Duration.milliseconds(20)

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - repKey: The key that counts a rep.
  ///   - setWritable: Makes the database writable or read-only.
  ///   - setOnline: Connects or disconnects the network.
  ///   - saveShot: Saves a picture.
  public init(
    _ script: Script, on stage: Stage, in time: some ScriptTime, repKey: Key = .space,
    setWritable: @escaping (Bool) async throws -> Void = { _ in },
    setOnline: @escaping (Bool) -> Void = { _ in },
    saveShot: @escaping (Shot, Buffer) throws -> Void = { _, _ in }
  ) {
    self.script = script
    self.stage = stage
    self.time = time
    self.repKey = repKey
    self.setWritable = setWritable
    self.setOnline = setOnline
    self.saveShot = saveShot
    random = SeededGenerator(seed: script.setup.seed)
  }

  /// Plays the script to its end, or until an expectation fails.
  ///
  /// - Throws: ``ScriptError``, or `CancellationError` if the task is cancelled.
  public func play() async throws {
    time.settle()
    for step in script.steps {
      try await time.yield()
      do {
        try await perform(step.command)
      } catch let error as StepFailure {
        throw ScriptError(step.line, error.message)
      }
    }
  }

  /// An error of a failed step.
  private struct StepFailure: Error { let message: String }

  private func perform(_ command: Script.Command) async throws {
    switch command {
    case .expect(let expectation, let timeout):
      return try await wait(for: expectation, timeout)
    case .shot(let shot):
      stage.drawIfNeeded()
      do { try saveShot(shot, stage.frame) } catch { throw StepFailure(message: "\(error)") }
      return
    case .caption(let text):
      caption = text
      return
    case .speed(let speed):
      time.speed = speed
      return
    case .end:
      guard stage.app.exit != nil else { throw StepFailure(message: "the program has not ended") }
      return
    case .restart:
      break
    case .press, .hold, .release, .type, .rep, .advance, .resize, .suspend, .disk, .network, .focus,
      .paste, .mouse, .tap:
      guard stage.app.exit == nil else {
        throw StepFailure(message: "the program ended before this step")
      }
    }
    stage.drawIfNeeded()
    previousFrame = stage.frame
    try await performAction(command)
  }

  private func performAction(_ command: Script.Command) async throws {
    switch command {
    case .press(let key, let count, let interval):
      for index in 0..<count {
        if index > 0, interval > .zero { try await time.pass(interval) }
        try await press(key)
      }
    case .type(let text):
      for character in text { try await press(Key(character)) }
    case .rep(let count, let interval, let jitter):
      let pace = RepPace(interval: interval, jitter: jitter)
      var last = Duration.zero
      for index in 1...count {
        let instant = pace.instant(of: index, using: &random)
        try await time.pass(instant - last)
        last = instant
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
    case .network(let isOn):
      setOnline(isOn)
    case .hold(let key):
      handle(.repeated(key))
    case .release(let key):
      handle(.released(key))
    case .focus(let isFocused):
      handle(.focus(isFocused))
    case .paste(let text):
      handle(.paste(TextSanitizer.sanitize(text)))
    case .mouse(let event):
      // A click refers to the last frame.
      stage.drawIfNeeded()
      handle(.mouse(event))
    case .tap(let text):
      guard let place = stage.frame.place(of: text) else {
        throw StepFailure(message: "\"\(text.shortened)\" is not on the screen")
      }
      handle(.mouse(MouseEvent(.press, at: place)))
    case .expect, .end, .shot, .caption, .speed:
      break
    }
  }

  private func press(_ key: Key) async throws {
    // One command may press a key a hundred thousand times.
    try await time.yield()
    handle(.key(key))
  }

  private func handle(_ event: InputEvent) {
    stage.handle(event)
    time.settle()
  }

  private func wait(for expectation: Expectation, _ timeout: Duration) async throws {
    let end = time.elapsed + timeout
    let previousRows = previousFrame.lines
    do {
      while true {
        stage.drawIfNeeded()
        let rows = stage.frame.lines
        if try await expectation.isMet(by: rows, before: previousRows, yield: time.yield) { return }
        guard time.elapsed < end else { throw StepFailure(message: expectation.description) }
        try await time.pass(Self.pollInterval)
      }
    } catch let error as Pattern.TooManySteps {
      throw StepFailure(message: error.description)
    }
  }
}

extension Buffer {
  /// Returns the center of the first occurrence of `text`.
  fileprivate func place(of text: String) -> Point? {
    for (y, line) in lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return Point(
        TextWidth.width(of: line[..<range.lowerBound]) + TextWidth.width(of: text) / 2, y)
    }
    return nil
  }
}
