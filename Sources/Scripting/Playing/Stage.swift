import TerminalUI

/// A virtual terminal with a program, which handles events and draws frames.
@MainActor
public final class Stage {
  public private(set) var app: any Program
  /// The size of the terminal.
  public private(set) var size: Size
  /// The current content of the terminal.
  public var frame: Buffer { currentFrame.buffer }
  private var currentFrame: Frame
  /// The number of drawn frames. Viewers compare it with the number of the last frame they have shown.
  public private(set) var frameNumber = 0
  private var isStale = true
  /// Called with each drawn frame.
  package var watch: ((Buffer) -> Void)?
  private let makeProgram: (() -> any Program)?

  /// Creates a stage.
  ///
  /// - Parameter makeProgram: Creates the program that replaces the current one in ``restart()``.
  public init(
    _ app: some Program, size: Size, makeProgram: (() -> any Program)? = nil
  ) {
    self.app = app
    self.size = size
    self.makeProgram = makeProgram
    currentFrame = Frame(size)
    app.begin(in: size)
  }

  /// Discards the program and replaces it with a new one, if it can be created.
  public func restart() {
    guard let makeProgram else { return }
    app = makeProgram()
    app.begin(in: size)
    currentFrame.invalidate()
    isStale = true
  }

  public func handle(_ event: InputEvent) { app.handle(event) }

  public func resize(to newSize: Size) {
    guard newSize != size else { return }
    size = newSize
    currentFrame.resize(to: newSize)
    isStale = true
    app.handle(.resize(newSize))
  }

  /// Whether ``drawIfNeeded()`` would draw a new frame.
  public var isChanged: Bool { isStale || app.needsRender }

  /// Draws a frame if something has changed.
  public func drawIfNeeded() {
    guard isChanged else { return }
    isStale = false
    frameNumber += 1
    app.render(into: &currentFrame)
    watch?(frame)
  }
}
