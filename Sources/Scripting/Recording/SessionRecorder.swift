import AppFeatures
import ClientsLive
import Files
import Glibc
import Models
import ReducerRuntime
import TerminalUI

/// A program that records the events of an app as a script that replays them, so that the file in a bug report
/// reproduces the failure elsewhere.
///
/// The recorder wraps the app, so that both receive each key at the same instant.
@MainActor
public final class SessionRecorder: Program {
  private let app: AppProgram
  private let writer: ScriptWriter
  private let time: ScriptedTime
  private let isRedacted: Bool
  /// The setup; `nil` after it has been written. Its screen size is that of the first frame.
  private var setup: Script.Setup?
  /// The time at which the last written line ends.
  private var writtenUntil = Duration.zero
  private var suspendedAt: Duration?
  private var last = Buffer(Size(0, 0))
  private var hasEnded = false
  /// The key to record for each pressed key.
  private var recordedKeys: [Key: Key] = [:]

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - setup: The setup of the script; its clock and seed are those of `time`.
  ///   - isRedacted: Whether keys other than commands are replaced, and the last frame is omitted.
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
    record(event)
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
        exit.message ?? "the recording is incomplete: it could not be written (\(failure))"
    }
    return exit
  }

  public func terminate(_ reason: TerminationReason) async {
    await app.terminate(reason)
    end()
  }

  // MARK: - Writing

  private func record(_ event: InputEvent) {
    let now = time.elapsed
    switch event {
    case .suspended:
      write(at: now)
      suspendedAt = now
    case .resumed:
      guard let start = suspendedAt else { return }
      suspendedAt = nil
      writer.write(Script.Command.suspend(now - start).text + "\n")
      writtenUntil = now
    case .key(let key):
      // The substitute of a character stands for its marks, too.
      if isRedacted, key.isExtender { return }
      if let redacted = isRedacted ? redactedText(key) : nil {
        return write(.type(redacted), at: now)
      }
      if let key = recordedKey(key) { write(.press(key, count: 1, interval: .zero), at: now) }
    case .repeated(let key):
      // All screens except a workout handle a repeat as a press.
      guard isInWorkout else { return record(.key(key)) }
      if let key = recordedKey(key) { write(.hold(key), at: now) }
    case .released(let key):
      guard isInWorkout, let key = isRedacted ? recordedKeys[key] : key else { return }
      write(.release(key), at: now)
    case .paste(let text):
      guard isRedacted else { return write(.paste(text), at: now) }
      // A screen that cannot paste the text ignores the event.
      if app.canPaste(text) { write(.paste(Self.redacted(text)), at: now) }
    case .resize(let size): write(.resize(size), at: now)
    case .focus(let isFocused): write(.focus(isFocused), at: now)
    case .mouse(let event): write(.mouse(event), at: now)
    }
  }

  /// Whether a workout receives repeats and releases of keys: it does, except while a note is being typed.
  private var isInWorkout: Bool {
    app.store.withState { $0.workouts.countingWorkout != nil && !$0.isTyping }
  }

  private func write(_ command: Script.Command? = nil, at now: Duration) {
    if now > writtenUntil { writer.write(Script.Command.advance(now - writtenUntil).text + "\n") }
    writtenUntil = now
    if let command { writer.write(command.text + "\n") }
  }

  /// Returns the substitute for a key that is a part of a text.
  private func redactedText(_ key: Key) -> String? {
    guard case .character(let character) = key, let use = app.textUse(of: key) else { return nil }
    // The numbers in the text of a set are kept, because they aren't personal data.
    if use == .numbers, "0123456789+-.xw@".contains(character) { return String(character) }
    return Self.redacted(String(character))
  }

  /// Returns the key to record for a key outside of a text; `nil` if it has no effect.
  ///
  /// In a redacted session, keys that are commands are recorded unchanged. While any key counts a rep, each remaining
  /// character is replaced, so that the recording does not reveal which one the user presses.
  private func recordedKey(_ key: Key) -> Key? {
    guard isRedacted else { return key }
    if app.isCommand(key) {
      recordedKeys[key] = key
      return key
    }
    guard app.canPress(key) else { return nil }
    if let substitute = recordedKeys[key], substitute != key { return substitute }
    let used = Set(recordedKeys.values)
    let substitute = Self.substitutes.first { !used.contains($0) && !app.isCommand($0) }
    recordedKeys[key] = substitute
    return substitute
  }

  /// Letters that no command of Ladder uses. There are more of them than keys that a user presses in one session.
  private static let substitutes = (0x4E00..<0x5000).compactMap { Unicode.Scalar($0) }
    .map { Key(Character($0)) }

  /// Returns a text of the same length without its content: digits become 0 and other characters x, except spaces
  /// and separators of numbers.
  private static func redacted(_ text: String) -> String {
    String(text.map { $0.isNumber ? "0" : " :/.".contains($0) ? $0 : "x" })
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // Records the time that has passed since the last key.
    write(at: time.elapsed)
    guard !isRedacted else { return }
    let rows = last.lines.map { $0.isEmpty ? "#\n" : "# \($0)\n" }
    writer.write("\n# The last frame:\n" + rows.joined())
  }
}

// MARK: - Writer

/// A writer of a script, line by line: each line is in the file immediately, even if the program crashes later.
public final class ScriptWriter {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// The reason why writing failed, if it did.
  public private(set) var failure: String?

  /// Creates the file, readable by its owner only, because it contains the user's actions and input.
  ///
  /// - Throws: ``ScriptFileError``, also if the file exists already.
  public init(path: String) throws(ScriptFileError) {
    let descriptor = makePrivateFile(path)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      throw ScriptFileError(path: path, operation: "written", reason: systemErrorMessage())
    }
    self.file = file
    self.path = path
  }

  deinit { fclose(file) }

  /// Deletes the file of a session that failed to start.
  public func discard() { unlink(path) }

  /// Appends lines, each with its newline.
  public func write(_ text: String) {
    guard failure == nil else { return }
    let bytes = Array(text.utf8)
    if fwrite(bytes, 1, bytes.count, file) != bytes.count || fflush(file) != 0 {
      failure = systemErrorMessage()
    }
  }
}
