extension DependencyValues {
  /// Every dependency's live value.
  public static var live: Self { with(.live) }

  /// Every dependency's preview value.
  public static var preview: Self { with(.preview) }

  /// Every dependency's test value.
  public static var test: Self { with(.test) }

  private static func with(_ context: DependencyContext) -> Self {
    var values = Self()
    values.context = context
    return values
  }
}
