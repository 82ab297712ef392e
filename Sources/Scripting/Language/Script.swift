import TerminalUI

/// What somebody does with the app, one line a step: the same file for a demo, a test, a picture and a report.
public struct Script: Equatable, Sendable {
  /// One line that does something.
  public struct Step: Equatable, Sendable {
    public var line: Line
    public var command: Command

    public init(line: Line, command: Command) {
      self.line = line
      self.command = command
    }
  }

  /// Where something is written.
  public struct Line: Hashable, Sendable {
    public var file: String
    /// Counted from 1.
    public var number: Int

    public init(_ number: Int, in file: String) {
      self.file = file
      self.number = number
    }
  }

  public enum Command: Equatable, Sendable {
    /// Presses a key so many times, with `interval` before each press but the first.
    case press(Key, count: Int, interval: Duration)
    /// Says that a key which is down repeats, as terminals with kitty's keyboard protocol do.
    case hold(Key)
    /// Says that a key goes up, as they do.
    case release(Key)
    /// Presses the key of each character.
    case type(String)
    /// Counts reps, `interval` before each, off by up to `jitter` either way.
    case rep(count: Int, interval: Duration, jitter: Duration)
    /// Lets time pass.
    case advance(Duration)
    case resize(Size)
    /// Stops the program, as Ctrl-Z does, and goes on with it after that time.
    case suspend(Duration)
    /// Ends the program at once, as a power cut does, and starts it again with what it has kept.
    case restart
    /// Lets the database be written to, or not.
    case disk(isWritable: Bool)
    /// The terminal's window gains or loses the focus.
    case focus(Bool)
    /// Puts in a text as one piece.
    case paste(String)
    /// What the mouse does.
    case mouse(MouseEvent)
    /// Presses the mouse's button on the first place that shows a text.
    case tap(String)
    /// It must be so, or become so within the time.
    case expect(Expectation, within: Duration)
    /// The program must have ended.
    case end
    /// Tells a watcher what is going on, until the next caption.
    case caption(String)
    /// Keeps a picture of the screen.
    case shot(Shot)
  }

  /// What the script begins with.
  public var setup: Setup
  public var steps: [Step]

  public init(setup: Setup = Setup(), steps: [Step] = []) {
    self.setup = setup
    self.steps = steps
  }

  /// How long the script takes at a person's pace; waiting for what is expected is not counted.
  ///
  /// - Complexity: O(steps).
  public var duration: Duration { steps.reduce(.zero) { $0 + $1.command.duration } }
}

extension Script.Command {
  /// How long it takes at a person's pace; waiting for what is expected is not counted.
  public var duration: Duration {
    switch self {
    case .press(_, let count, let interval): interval * (count - 1)
    case .rep(let count, let interval, _): interval * count
    case .advance(let duration), .suspend(let duration): duration
    case .hold, .release, .type, .resize, .restart, .disk, .focus, .paste, .mouse, .tap: .zero
    case .expect, .end, .caption, .shot: .zero
    }
  }
}

/// What is wrong with a script, and in which line.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  public var line: Script.Line
  public var message: String

  public init(_ line: Script.Line, _ message: String) {
    self.line = line
    self.message = message
  }

  public var description: String { "\(line.file):\(line.number): \(message)" }
}
