/// A list, and in a wide terminal the page of the selected item on its right.
///
/// ```swift
/// SplitView { room in
///   Table(workouts, selection: selection, columns: columns(in: room.size.width))
/// } page: { size in
///   WorkoutPage(workout: workouts[selection], size: size)
/// }
/// ```
public struct SplitView<Master: View, Page: View>: View {
  let list: @MainActor (SplitListLayout) -> Master
  let page: @MainActor (Size) -> Page

  public init(
    @ViewBuilder list: @escaping @MainActor (SplitListLayout) -> Master,
    @ViewBuilder page: @escaping @MainActor (Size) -> Page
  ) {
    self.list = list
    self.page = page
  }

  public var body: some View {
    SizeReader { size in
      if let columns = SplitColumns(of: size.width) {
        let pageSize = Size(columns.page, size.height)
        HStack {
          list(SplitListLayout(size: Size(columns.list, size.height), hasPage: true)).expanded()
            .frame(width: columns.list, height: size.height)
          VerticalDivider().padding(1, 0).frame(width: SplitColumns.gap, height: size.height)
          page(pageSize).expanded().frame(width: columns.page, height: size.height)
        }
      } else {
        list(SplitListLayout(size: size, hasPage: false))
      }
    }
  }
}

/// The layout of a list in a ``SplitView``.
public struct SplitListLayout {
  public let size: Size
  /// Whether the page is shown beside the list.
  public let hasPage: Bool
}

/// The widths of a list and the page beside it.
public struct SplitColumns: Equatable, Sendable {
  public let list: Int
  public let page: Int

  /// The minimum width for both: 120 columns without the margins of the screen.
  static let minWidth = 118
  /// The maximum width of a list. In a wider one, the values of a row would be too far apart.
  static let maxListWidth = 64
  /// The width of the divider with a blank on either side.
  static let gap = 3

  /// Creates the widths for a total width; `nil` if there is only space for the list.
  public init?(of width: Int) {
    guard width >= Self.minWidth else { return nil }
    list = min(Self.maxListWidth, width * 9 / 20)
    page = min(ReadableWidth.columns, width - list - Self.gap)
  }
}
