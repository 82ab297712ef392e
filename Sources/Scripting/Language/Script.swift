import FoundationEssentials
import Models
import TerminalUI

/// A sequence of user actions, one per line. Demos, tests, pictures and bug reports use the same format.
public struct Script: Equatable, Sendable {
  /// A line that performs an action.
  public struct Step: Equatable, Sendable {
    public var line: Line
    public var command: Command

    public init(line: Line, command: Command) {
      self.line = line
      self.command = command
    }
  }

  /// The position of a line in a file.
  public struct Line: Hashable, Sendable {
    public var file: String
    /// The line number, from 1.
    public var number: Int

    public init(_ number: Int, in file: String) {
      self.file = file
      self.number = number
    }
  }

  /// An action with its arguments.
  public enum Command: Equatable, Sendable {
    /// Presses a key `count` times, with `interval` before each press except the first.
    case press(Key, count: Int, interval: Duration)
    /// Sends a repeat of a held key, as terminals with kitty's keyboard protocol report it.
    case hold(Key)
    /// Sends the release of a key, as terminals with kitty's keyboard protocol report it.
    case release(Key)
    /// Presses the key of each character.
    case type(String)
    /// Counts reps, with `interval` before each, varied by up to `jitter`.
    case rep(count: Int, interval: Duration, jitter: Duration)
    /// Advances the time.
    case advance(Duration)
    case resize(Size)
    /// Suspends the program, like Ctrl-Z, and resumes it after the duration.
    case suspend(Duration)
    /// Ends the program immediately, as in a power failure, and starts it again with the saved data.
    case restart
    /// Makes the database writable or read-only.
    case disk(isWritable: Bool)
    /// Connects or disconnects the network.
    case network(isOn: Bool)
    /// Sets whether the terminal window has the focus.
    case focus(Bool)
    /// Pastes a text.
    case paste(String)
    /// Sends a mouse event.
    case mouse(MouseEvent)
    /// Clicks the first occurrence of a text on the screen.
    case tap(String)
    /// Fails unless the expectation is met within the time.
    case expect(Expectation, within: Duration)
    /// Fails unless the program has exited.
    case end
    /// Shows a caption until the next one.
    case caption(String)
    /// Sets the speed of playback for a viewer.
    case speed(Double)
    /// Saves a picture of the screen.
    case shot(Shot)
  }

  /// The version of the format. A script without a version has this one.
  static let version = 1

  /// The valid speeds of playback, as multiples of real time.
  public static let speeds = 0.25...100.0

  /// The initial conditions.
  public var setup: Setup
  public var steps: [Step]

  public init(setup: Setup = Setup(), steps: [Step] = []) {
    self.setup = setup
    self.steps = steps
  }

  /// The duration of the script for a viewer, without the time spent waiting for expectations.
  ///
  /// - Complexity: O(steps).
  public var duration: Duration {
    var sum = Duration.zero
    var speed = 1.0
    for step in steps {
      switch step.command {
      case .press(_, let count, let interval): sum += interval * (count - 1) / speed
      case .rep(let count, let interval, _): sum += interval * count / speed
      case .advance(let duration), .suspend(let duration): sum += duration / speed
      case .speed(let newSpeed): speed = newSpeed
      default: break
      }
    }
    return sum
  }
}

/// An error in a line of a script.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  public var line: Script.Line
  public var message: String

  public init(_ line: Script.Line, _ message: String) {
    self.line = line
    self.message = message
  }

  public var description: String { "\(line.file):\(line.number): \(message)" }
}

// MARK: - Setup

extension Script {
  /// The initial conditions of a script. The defaults are the same on every machine.
  public struct Setup: Equatable, Sendable {
    /// The size of the terminal; `nil` for the available size in live playback, and for 80x24 otherwise.
    public var size: Size?
    /// The date and time at the start: a Monday morning.
    public var clock = Date(millisecondsSince1970: 1_767_596_400_000)
    /// The seed of random numbers.
    public var seed: UInt64 = 1
    /// The name of a time zone in the system's database.
    public var zone = "UTC"
    /// The name of a locale: `C` and `POSIX` have ASCII only.
    public var locale = "C.UTF-8"
    public var database = Database.empty
    /// The name of the user; `nil` for Ann.
    public var person: PersonName?
    /// The names of the groups that the user has joined.
    public var groups: [String] = []
    /// The other members of the groups who race.
    public var racers: [ScriptedRacer] = []
    /// The lines of a settings file.
    public var settings: [Setting] = []
    /// The problems of the settings file, one sentence each.
    public var problems: [String] = []

    public init() {}
  }

  public enum Database: Equatable, Sendable {
    case empty
    /// A built-in fixture, by its name.
    case fixture(String)
    /// A copy of a file; the file itself is not changed.
    case copy(path: String, Line)
  }

  /// A setting, with its line in the script.
  public struct Setting: Equatable, Sendable {
    public var line: Line
    public var key: String
    public var value: String

    public init(line: Line, key: String, value: String) {
      self.line = line
      self.key = key
      self.value = value
    }
  }
}

extension Script.Setup {
  /// The settings in the format of the settings file.
  public var settingsText: String {
    settings.map { "\($0.key) = \($0.value)\n" }.joined()
  }

  /// Whether the locale only has ASCII characters.
  public var isASCII: Bool {
    !["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }
}

// MARK: - Pictures

/// A picture of the screen that a script requests.
public struct Shot: Hashable, Sendable {
  public enum Format: String, CaseIterable, Sendable {
    /// Rows of text, and styles in words: for reviewers.
    case txt
    /// A drawing, for a web page.
    case svg
    /// Output that shows the screen in a terminal.
    case ansi
  }

  public var name: String
  public var format: Format

  public init(name: String, format: Format = .txt) {
    self.name = name
    self.format = format
  }

  public var fileName: String { "\(name).\(format.rawValue)" }

  /// Returns the contents of the file for `frame`.
  public func contents(of frame: Buffer) -> String {
    switch format {
    case .txt: frame.golden
    case .svg: frame.svg
    case .ansi: ANSIText.page(frame)
    }
  }
}

// MARK: - Writing

extension Script.Command {
  /// The line of a script for this command.
  public var text: String {
    switch self {
    case .press(let key, let count, let interval):
      "press \(key.name)" + (count > 1 ? " x\(count)" : "")
        + (interval > .zero ? " every \(interval.scriptText)" : "")
    case .hold(let key): "hold \(key.name)"
    case .release(let key): "release \(key.name)"
    case .type(let text): "type \(text.quoted)"
    case .rep(let count, let interval, let jitter):
      "rep \(count) \(RepPace(interval: interval, jitter: jitter).text)"
    case .advance(let duration): "advance \(duration.scriptText)"
    case .resize(let size): "resize \(size.width)x\(size.height)"
    case .suspend(let duration): "suspend \(duration.scriptText)"
    case .restart: "restart"
    case .disk(let isWritable): "disk \(isWritable ? "writable" : "read-only")"
    case .network(let isOn): "network \(isOn ? "on" : "off")"
    case .focus(let isFocused): "focus \(isFocused ? "gained" : "lost")"
    case .paste(let text): "paste \(text.quoted)"
    case .mouse(let event): event.scriptText
    case .tap(let text): "tap \(text.quoted)"
    case .expect(let expectation, let timeout):
      "expect \(expectation.scriptText)"
        + (timeout > .zero ? " within \(timeout.scriptText)" : "")
    case .end: "end"
    case .caption(let text): "caption \(text.quoted)"
    case .speed(let speed): "speed \(speed)"
    case .shot(let shot): "shot \(shot.fileName)"
    }
  }
}

extension Script.Setup {
  /// The lines of a script for this setup.
  public var text: String {
    var lines = ["version \(Script.version)"]
    if let size { lines.append("size \(size.width)x\(size.height)") }
    lines.append("clock \(clock.iso8601)")
    lines.append("seed \(seed)")
    lines.append("zone \(zone)")
    lines.append("locale \(locale)")
    switch database {
    case .empty: lines.append("db empty")
    case .fixture(let name): lines.append("db fixture \(name)")
    case .copy(let path, _): lines.append("db \(path.quoted)")
    }
    if let person { lines.append("as \(person.text.quoted)") }
    lines += groups.map { "group \($0.quoted)" }
    lines += racers.map(\.text)
    lines += settings.map { "set \($0.key) \($0.value.quoted)" }
    lines += problems.map { "problem \($0.quoted)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MouseEvent {
  fileprivate var scriptText: String {
    let place = "\(position.x),\(position.y)"
    switch kind {
    case .press: return "tap \(place)"
    case .wheelUp: return "wheel up \(place)"
    case .wheelDown: return "wheel down \(place)"
    }
  }
}

extension Expectation {
  fileprivate var scriptText: String {
    let mode =
      switch self.mode {
      case .shown: ""
      case .new: "new "
      case .absent: "not "
      }
    switch target {
    case .text(let text): return mode + text.quoted
    case .pattern(let pattern): return "\(mode)/\(pattern.text.escaping(["/"]))/"
    }
  }
}

extension Duration {
  /// The duration in script syntax, exact to the nanosecond.
  var scriptText: String {
    let (seconds, attoseconds) = components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if nanoseconds % 1_000_000_000 == 0 { return "\(seconds)s" }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(whole)ms" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)ms"
  }
}

extension String {
  /// The text in quotation marks, on one line. Marks are escaped before control characters, so that the backslashes of
  /// escaped control characters are not escaped again.
  var quoted: String { "\"\(escaping(["\\", "\""]).escapedText)\"" }

  /// Returns the text with a backslash before each of `marks`. It compares scalars, because a quotation mark with a
  /// combining mark is a different character.
  fileprivate func escaping(_ marks: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if marks.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
