import ReducerRuntime
import TerminalUI

/// Plays a script on a program as a person would: key by key, with time between.
///
/// It is a program itself, so that whatever shows a program shows it too: a terminal live, a test in virtual time.
@MainActor
public final class ScriptPlayer<App: Program>: Program {
  private let app: App
  private let script: Script
  private let file: String
  private let clock: any Clock<Duration>
  private let environment: Environment

  /// Why the script ended early, if it did.
  public private(set) var failure: ScriptError?
  private var caption = ""
  private var mustRender = false
  private var playing: Task<Void, Never>?
  private var isDone = false
  /// The app's last frame on the screen.
  private var frame = Buffer(Size(0, 0))
  /// A frame nobody sees, for what is expected: a script plays in a small terminal too.
  private var lookout = Buffer(Size(80, 24))

  /// How often the screen is looked at while something is expected.
  private static var glance: Duration { .milliseconds(20) }

  /// - Parameters:
  ///   - file: What errors call the script.
  ///   - clock: The time that passes between two keys.
  public init(
    _ script: Script, file: String, on app: App, clock: any Clock<Duration>,
    environment: Environment = Environment()
  ) {
    self.app = app
    self.script = script
    self.file = file
    self.clock = clock
    self.environment = environment
  }

  /// Begins to play. To be called once the screen is there.
  public func start() {
    playing = Task {
      await play()
      isDone = true
    }
  }

  /// Returns when the script has been played.
  public func finish() async {
    await playing?.value
  }

  private func play() async {
    do {
      for step in script.steps where !Task.isCancelled {
        try await perform(step)
      }
    } catch let error as ScriptError {
      failure = error
    } catch {
      // Cancelled: whoever watches has seen enough.
    }
  }

  private func perform(_ step: Script.Step) async throws {
    switch step.command {
    case .press(let key, let count, let interval):
      for index in 0..<count {
        if index > 0, interval > .zero { try await clock.sleep(for: interval) }
        app.handle(.key(key))
      }
    case .advance(let duration):
      try await clock.sleep(for: duration)
    case .caption(let text):
      caption = text
      mustRender = true
    case .expect(let text, let patience):
      try await expect(text, within: patience, line: step.line)
    }
  }

  private func expect(_ text: String, within patience: Duration, line: Int) async throws {
    let end = clock.uptime + patience
    while !appShows(text) {
      guard clock.uptime < end else {
        throw ScriptError(file: file, line: line, message: "expected \"\(text)\" on the screen")
      }
      try await clock.sleep(for: Self.glance)
    }
  }

  private func appShows(_ text: String) -> Bool {
    if app.needsRender { mustRender = true }
    lookout.clear()
    app.render(into: &lookout)
    return lookout.lines.contains { $0.contains(text) }
  }

  // MARK: - A program around a program

  public func handle(_ event: InputEvent) {
    switch event {
    case .key("q"), .key(.escape), .key(.control("c")):
      playing?.cancel()
      isDone = true
    case .key, .repeated, .released, .mouse, .paste, .focus:
      // The script's fingers are on the keys.
      break
    case .resize, .suspended, .resumed:
      app.handle(event)
    }
  }

  public var needsRender: Bool { mustRender || app.needsRender }

  public func render(into buffer: inout Buffer) {
    // The app's screen above, a line for the caption below.
    let room = Size(buffer.size.width, max(0, buffer.size.height - 1))
    if frame.size != room { frame.resize(to: room) }
    frame.clear()
    app.render(into: &frame)
    mustRender = false
    buffer.draw(CaptionView(caption: caption), environment)
    buffer.copyRows(of: frame, to: 0)
  }

  public var exit: Exit? {
    guard isDone || app.exit != nil else { return nil }
    if let failure { return Exit(status: 1, message: failure.description) }
    return app.exit ?? Exit()
  }

  public func terminate(_ reason: TerminationReason) async {
    playing?.cancel()
    await app.terminate(reason)
  }
}

/// What is going on, in the screen's last line.
private struct CaptionView: View {
  let caption: String

  var body: some View {
    VStack {
      Spacer()
      HStack {
        Text(" \(caption)")
        Spacer(minLength: 1)
        Text("q leaves ")
      }
      .background(.selection)
    }
  }
}
