/// Drives a ``Program`` with no terminal: keys in, frames out as text a reviewer can read.
///
/// ```swift
/// let backend = TestBackend(program, size: Size(80, 24))
/// backend.press(.enter, "s")
/// #expect(backend.text.contains("REPS 0"))
/// ```
@MainActor
public final class TestBackend<P: Program> {
  public let program: P
  public private(set) var size: Size
  private var picture: Frame
  /// Frames painted so far.
  public private(set) var frameCount = 0

  public init(_ program: P, size: Size = Size(80, 24)) {
    self.program = program
    self.size = size
    picture = Frame(size)
    paint()
  }

  /// Hands over one event, then paints if the program asks for it.
  public func send(_ event: InputEvent) {
    program.handle(event)
    render()
  }

  /// Presses keys one after another, painting in between as a terminal would.
  public func press(_ keys: Key...) { press(keys) }

  public func press(_ keys: [Key]) {
    for key in keys { send(.key(key)) }
  }

  /// Presses the key of each character.
  public func type(_ text: String) { press(text.map { Key($0) }) }

  public func resize(to newSize: Size) {
    size = newSize
    program.handle(.resize(newSize))
    picture.resize(to: newSize)
    paint()
  }

  /// Paints if the program asks for it: after a clock was advanced or an effect ran.
  ///
  /// - Returns: Whether a frame was painted.
  @discardableResult
  public func render() -> Bool {
    guard program.needsRender else { return false }
    paint()
    return true
  }

  private func paint() {
    program.render(into: &picture)
    frameCount += 1
  }

  /// The last frame painted.
  public var frame: Buffer { picture.buffer }

  /// The screen as rows of text without trailing spaces.
  public var lines: [String] { frame.lines }

  /// The screen as text.
  public var text: String { lines.joined(separator: "\n") }

  /// What goldens keep of the screen.
  public var golden: String { frame.golden }
}
