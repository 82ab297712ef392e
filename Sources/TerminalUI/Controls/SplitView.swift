/// A list, and in a wide terminal the page of what is selected in it on the right.
///
/// ```swift
/// SplitView { room in
///   Table(workouts, selection: selection, columns: columns(in: room.size.width))
/// } page: { size in
///   WorkoutPage(workout: workouts[selection], size: size)
/// }
/// ```
public struct SplitView<Master: View, Page: View>: View {
  let list: @MainActor (SplitRoom) -> Master
  let page: @MainActor (Size) -> Page

  public init(
    @ViewBuilder list: @escaping @MainActor (SplitRoom) -> Master,
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
          list(SplitRoom(size: Size(columns.list, size.height), hasPage: true)).expanded()
            .frame(width: columns.list, height: size.height)
          VerticalDivider().padding(1, 0).frame(width: SplitColumns.gap, height: size.height)
          page(pageSize).expanded().frame(width: columns.page, height: size.height)
        }
      } else {
        list(SplitRoom(size: size, hasPage: false))
      }
    }
  }
}

/// The room of a list.
public struct SplitRoom {
  public let size: Size
  /// Whether the page is beside it.
  public let hasPage: Bool
}

/// The columns of a list and of the page beside it.
public struct SplitColumns: Equatable, Sendable {
  public let list: Int
  public let page: Int

  /// The page of a terminal with 120 columns, without its margins.
  static let minWidth = 118
  /// The most columns of a list: with more, what belongs together would stand apart.
  static let maxList = 64
  /// The line between the two, and a blank on either side of it.
  static let gap = 3

  /// - Returns: `nil` where there is room for the list alone.
  public init?(of width: Int) {
    guard width >= Self.minWidth else { return nil }
    list = min(Self.maxList, width * 9 / 20)
    page = min(ReadableWidth.columns, width - list - Self.gap)
  }
}
