import TerminalUI

/// What somebody does with the app, one line a step: the same file for a demo, a test and a report.
public struct Script: Equatable, Sendable {
  /// One line.
  public struct Step: Equatable, Sendable {
    /// Its number in the file, from 1.
    public var line: Int
    public var command: Command

    public init(line: Int, command: Command) {
      self.line = line
      self.command = command
    }
  }

  public enum Command: Equatable, Sendable {
    /// Presses a key so many times, with `interval` before each press but the first.
    case press(Key, count: Int, interval: Duration)
    /// Lets time pass.
    case advance(Duration)
    /// Tells a watcher what is going on, until the next caption.
    case caption(String)
    /// The text must be on the screen, or come there within the time.
    case expect(String, within: Duration)
  }

  public var steps: [Step]

  public init(steps: [Step]) {
    self.steps = steps
  }

  /// How long the script takes at a person's pace; waiting for what is expected is not counted.
  public var duration: Duration {
    steps.reduce(.zero) { sum, step in
      switch step.command {
      case .press(_, let count, let interval): sum + interval * (count - 1)
      case .advance(let duration): sum + duration
      case .caption, .expect: sum
      }
    }
  }
}

/// What is wrong with a script, and in which line.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var message: String

  public init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String { "\(file):\(line): \(message)" }
}
