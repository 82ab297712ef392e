import Features
import Models
import ReducerRuntime
import TerminalUI

/// Writes down what happens to the app, as a script that makes it happen again: a report of what went wrong is a file
/// that goes wrong the same way elsewhere.
///
/// It is a program around the app, so that it sees each key at the instant at which the app does.
@MainActor
public final class SessionRecorder: Program {
  private let app: AppProgram
  private let writer: ScriptWriter
  private let time: ScriptedTime
  private let isRedacted: Bool
  /// What the script begins with, as long as that has not been written: the size comes with the first frame.
  private var setup: Script.Setup?
  /// When the last line is over.
  private var told = Duration.zero
  private var suspendedAt: Duration?
  private var last = Buffer(Size(0, 0))
  private var hasEnded = false
  /// The keys that were written, by those that were pressed.
  private var writtenKeys: [Key: Key] = [:]

  /// - Parameters:
  ///   - setup: What the script begins with; its clock and seed are those of `time`.
  ///   - isRedacted: Whether only keys that are commands are written as they are, and the last frame is left out.
  public init(
    _ app: AppProgram, setup: Script.Setup, time: ScriptedTime, to writer: ScriptWriter,
    isRedacted: Bool
  ) {
    self.app = app
    self.setup = setup
    self.time = time
    self.writer = writer
    self.isRedacted = isRedacted
  }

  public func begin(in size: Size) { app.begin(in: size) }

  public func handle(_ event: InputEvent) {
    note(event)
    app.handle(event)
  }

  public var needsRender: Bool { app.needsRender }

  public func render(into frame: inout Frame) {
    app.render(into: &frame)
    last = frame.buffer
    guard var setup else { return }
    setup.size = frame.size
    writer.write(setup.text + "\n")
    self.setup = nil
  }

  public var exit: Exit? {
    guard var exit = app.exit else { return nil }
    end()
    if let failure = writer.failure {
      exit.message =
        exit.message ?? "the recording is not whole, for it could not be written (\(failure))"
    }
    return exit
  }

  public func terminate(_ reason: TerminationReason) async {
    await app.terminate(reason)
    end()
  }

  // MARK: - Writing

  private func note(_ event: InputEvent) {
    let now = time.elapsed
    switch event {
    case .suspended:
      write(at: now)
      suspendedAt = now
    case .resumed:
      guard let start = suspendedAt else { return }
      suspendedAt = nil
      writer.write(Script.Command.suspend(now - start).text + "\n")
      told = now
    case .key(let key):
      if let hidden = isRedacted ? hiddenText(key) : nil { return write(.type(hidden), at: now) }
      if let key = written(key) { write(.press(key, count: 1, interval: .zero), at: now) }
    case .repeated(let key):
      // It is a press to everything but a workout.
      guard isInWorkout else { return note(.key(key)) }
      if let key = written(key) { write(.hold(key), at: now) }
    case .released(let key):
      guard isInWorkout, let key = isRedacted ? writtenKeys[key] : key else { return }
      write(.release(key), at: now)
    case .paste(let text):
      guard isRedacted else { return write(.paste(text), at: now) }
      // Elsewhere it does nothing.
      if app.store.withState(\.isTyping) { write(.paste(Self.hidden(text)), at: now) }
    case .resize(let size): write(.resize(size), at: now)
    case .focus(let isFocused): write(.focus(isFocused), at: now)
    case .mouse(let event): write(.mouse(event), at: now)
    }
  }

  /// Whether a workout hears of keys that are held or go up: not while a note on it is typed.
  private var isInWorkout: Bool {
    app.store.withState { $0.workouts.detail?.activeWorkout != nil && !$0.isTyping }
  }

  private func write(_ command: Script.Command? = nil, at now: Duration) {
    if now > told { writer.write(Script.Command.advance(now - told).text + "\n") }
    told = now
    if let command { writer.write(command.text + "\n") }
  }

  /// What stands for a key that is part of a text.
  private func hiddenText(_ key: Key) -> String? {
    guard case .character(let character) = key, app.store.withState(\.isTyping) else { return nil }
    return Self.hidden(String(character))
  }

  /// Returns the key that stands for one that is no part of a text; `nil` for one that does nothing.
  ///
  /// In a redacted session a key stays if it is a command where it was pressed. Where any key counts, another character
  /// stands for each: which ones a person hits there is theirs.
  private func written(_ key: Key) -> Key? {
    guard isRedacted else { return key }
    if app.isCommand(key) {
      writtenKeys[key] = key
      return key
    }
    guard app.canPress(key) else { return nil }
    if let substitute = writtenKeys[key], substitute != key { return substitute }
    let used = Set(writtenKeys.values)
    let substitute = Self.substitutes.first { !used.contains($0) && !app.isCommand($0) }
    writtenKeys[key] = substitute
    return substitute
  }

  /// Letters that no action of Ladder's has, more than a person hits in one session.
  private static let substitutes = (0x4E00..<0x5000).compactMap { Unicode.Scalar($0) }
    .map { Key(Character($0)) }

  /// A text of the same length that says nothing: letters become x, digits 0. What parts numbers stays, and spaces.
  private static func hidden(_ text: String) -> String {
    String(text.map { $0.isNumber ? "0" : " :/.".contains($0) ? $0 : "x" })
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // Time went on after the last key.
    write(at: time.elapsed)
    guard !isRedacted else { return }
    let rows = last.lines.map { $0.isEmpty ? "#\n" : "# \($0)\n" }
    writer.write("\n# The last frame:\n" + rows.joined())
  }
}
