/// A result builder that combines the statements of a `body`, including `if`, `if let` and `switch`, into one view.
@resultBuilder
@MainActor
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<V: View>(_ view: V) -> V { view }

  public static func buildBlock<each V: View>(_ views: repeat each V) -> TupleView<repeat each V> {
    TupleView(repeat each views)
  }

  public static func buildExpression<V: View>(_ view: V) -> V { view }

  public static func buildOptional<V: View>(_ view: V?) -> OptionalView<V> { OptionalView(view) }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> EitherView<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> EitherView<First, Second> { .second(second) }
}
