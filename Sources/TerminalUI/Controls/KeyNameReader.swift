/// A view whose text names keys: the default ones, or those that a person has chosen instead.
///
/// ```swift
/// KeyNameReader { key in
///   Paragraph("Deleted; \(key("u", "undo")) brings it back.")
/// }
/// ```
public struct KeyNameReader<Content: View>: PrimitiveView {
  let content: @MainActor (KeyNames) -> Content

  public init(@ViewBuilder _ content: @escaping @MainActor (KeyNames) -> Content) {
    self.content = content
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content(KeyNames(environment)).layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    content(KeyNames(canvas.environment)).draw(in: &canvas)
  }
}

/// A function that returns the names of keys, which a person may have changed.
public struct KeyNames: Sendable {
  private let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// Returns the names of the keys of a row.
  ///
  /// - Parameters:
  ///   - keys: The names of the default keys.
  ///   - row: The row's name in settings.
  public func callAsFunction(_ keys: String, _ row: String) -> String {
    Hint(keys, "", name: row).keys(in: environment)
  }
}
