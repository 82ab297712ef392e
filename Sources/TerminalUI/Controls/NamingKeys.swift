/// Content whose sentences name keys: the tables' own, or those a person has chosen instead.
///
/// ```swift
/// NamingKeys { key in
///   Paragraph("Deleted; \(key("u", "undo")) brings it back.")
/// }
/// ```
public struct NamingKeys<Content: View>: PrimitiveView {
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

/// What keys are called where a person may have chosen others.
public struct KeyNames: Sendable {
  private let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// - Parameters:
  ///   - keys: Names of the table's own keys.
  ///   - row: What settings call their row.
  public func callAsFunction(_ keys: String, _ row: String) -> String {
    Hint(keys, "", name: row).keys(in: environment)
  }
}
