import TerminalUI

/// A program in a terminal of its own that no hardware shows: keys in, frames out.
@MainActor
public final class Stage {
  public private(set) var app: any Program
  /// The terminal's size.
  public private(set) var size: Size
  /// What it shows.
  public var frame: Buffer { picture.buffer }
  private var picture: Frame
  /// How often it was drawn: who shows frames to others compares it with the last one they have shown.
  public private(set) var frameNumber = 0
  private var isStale = true
  /// Called with each frame that is drawn.
  package var watch: ((Buffer) -> Void)?
  private let startAgain: (() -> any Program)?

  /// - Parameter startAgain: Makes the program that ``restart()`` goes on with.
  public init(
    _ app: some Program, size: Size, startAgain: (() -> any Program)? = nil
  ) {
    self.app = app
    self.size = size
    self.startAgain = startAgain
    picture = Frame(size)
    app.begin(in: size)
  }

  /// Lets go of the program as it stands, and starts another in its place, if there is one.
  public func restart() {
    guard let startAgain else { return }
    app = startAgain()
    app.begin(in: size)
    picture.invalidate()
    isStale = true
  }

  public func handle(_ event: InputEvent) { app.handle(event) }

  public func resize(to newSize: Size) {
    guard newSize != size else { return }
    size = newSize
    picture.resize(to: newSize)
    isStale = true
    app.handle(.resize(newSize))
  }

  /// Whether ``look()`` would find something new.
  public var isChanged: Bool { isStale || app.needsRender }

  /// Draws the frame, if something in it has changed.
  public func look() {
    guard isChanged else { return }
    isStale = false
    frameNumber += 1
    app.render(into: &picture)
    watch?(frame)
  }
}
