/// A host for tests that sends keys to a ``Program`` and renders its frames as text, without a terminal.
///
/// ```swift
/// let backend = TestBackend(program, size: Size(80, 24))
/// backend.press(.enter, "s")
/// #expect(backend.text.contains("COUNT 0"))
/// ```
@MainActor
public final class TestBackend<P: Program> {
  public let program: P
  public private(set) var size: Size
  private var currentFrame: Frame
  /// The number of rendered frames.
  public private(set) var frameCount = 0

  public init(_ program: P, size: Size = Size(80, 24)) {
    self.program = program
    self.size = size
    currentFrame = Frame(size)
    paint()
  }

  /// Sends one event, then renders if needed.
  public func send(_ event: InputEvent) {
    program.handle(event)
    render()
  }

  /// Presses keys one after another, rendering in between as a terminal would.
  public func press(_ keys: Key...) { press(keys) }

  public func press(_ keys: [Key]) {
    for key in keys { send(.key(key)) }
  }

  /// Presses the key of each character.
  public func type(_ text: String) { press(text.map { Key($0) }) }

  public func resize(to newSize: Size) {
    size = newSize
    program.handle(.resize(newSize))
    currentFrame.resize(to: newSize)
    paint()
  }

  /// Renders if needed, for instance after a clock was advanced or an effect ran.
  ///
  /// - Returns: Whether a frame was rendered.
  @discardableResult
  public func render() -> Bool {
    guard program.needsRender else { return false }
    paint()
    return true
  }

  private func paint() {
    program.render(into: &currentFrame)
    frameCount += 1
  }

  /// The last rendered frame.
  public var frame: Buffer { currentFrame.buffer }

  /// The screen as rows of text without trailing spaces.
  public var lines: [String] { frame.lines }

  /// The screen as text.
  public var text: String { lines.joined(separator: "\n") }

  /// The screen as goldens store it.
  public var golden: String { frame.golden }
}
