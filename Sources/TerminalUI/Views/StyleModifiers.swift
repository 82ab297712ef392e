/// A view drawn in a different style.
public struct StyledView<Content: View>: PrimitiveView {
  @usableFromInline
  enum Source {
    case role(Theme.Role)
    case style(Style)
  }

  @usableFromInline let content: Content
  @usableFromInline let source: Source
  @usableFromInline let fills: Bool

  // Inlinable with its callers, so that the view's type is known at compile time and not looked up for each frame.
  @inlinable
  init(content: Content, source: Source, fills: Bool) {
    self.content = content
    self.source = source
    self.fills = fills
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  public func isLaidOut(like other: StyledView) -> Bool { content.isLaidOut(like: other.content) }

  public func draw(in canvas: inout Canvas) {
    let style =
      switch source {
      case .role(let role): canvas.theme[role]
      case .style(let style): style
      }
    let saved = canvas.environment.style
    canvas.environment.style = style.over(saved)
    if fills { canvas.fill() }
    content.draw(in: &canvas)
    canvas.environment.style = saved
  }
}

/// A view with or without the focus.
public struct FocusedView<Content: View>: PrimitiveView {
  let content: Content
  let isFocused: Bool

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    let saved = canvas.environment.isFocused
    canvas.environment.isFocused = saved && isFocused
    content.draw(in: &canvas)
    canvas.environment.isFocused = saved
  }
}

extension View {
  /// Draws this view in the theme's style for `role`, laid over the inherited style.
  @inlinable
  public func style(_ role: Theme.Role) -> StyledView<Self> {
    StyledView(content: self, source: .role(role), fills: false)
  }

  /// Draws this view in a style laid over the inherited one. Prefer ``style(_:)`` with a role.
  @inlinable
  public func styled(_ style: Style) -> StyledView<Self> {
    StyledView(content: self, source: .style(style), fills: false)
  }

  /// Draws this view in bold.
  @inlinable
  public func bold() -> StyledView<Self> { styled(.bold) }

  /// Fills the background in the theme's style for `role`.
  public func background(_ role: Theme.Role) -> StyledView<Self> {
    StyledView(content: self, source: .role(role), fills: true)
  }

  /// Sets whether this view has the focus.
  public func focused(_ isFocused: Bool) -> FocusedView<Self> {
    FocusedView(content: self, isFocused: isFocused)
  }
}
