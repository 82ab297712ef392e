/// A row of titles with at most one selected. The selection isn't marked by color alone.
public struct TabBar: PrimitiveView {
  let titles: [String]
  let selection: Int?

  /// Creates a tab bar.
  ///
  /// - Parameter selection: The offset of the selected title, if any.
  public init(_ titles: [String], selection: Int?) {
    self.titles = titles
    self.selection = selection
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let width = titles.reduce(0) { $0 + TextWidth.width(of: $1) + 5 }
    return Layout(Size(width, 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    var x = 0
    for (position, title) in titles.enumerated() {
      let start = x
      let style = position == selection ? canvas.theme.selection : canvas.theme.text
      x += canvas.write(" ", at: Point(x, 0), style: style)
      // The key that selects the tab. Tabs after the ninth have none.
      if position < 9, let digit = Unicode.Scalar(0x31 + position) {
        canvas.put(digit, at: Point(x, 0), style: canvas.theme.key.over(style))
        canvas.put(" ", at: Point(x + 1, 0), style: style)
        x += 2
      }
      x += canvas.write(title, at: Point(x, 0), style: style)
      x += canvas.write(" ", at: Point(x, 0), style: style)
      if canvas.environment.taps != nil {
        canvas.tappable(
          .row(Hint.name(of: title), times: 1),
          in: Rect(x: start, y: 0, width: x - start, height: 1))
      }
      x += 1
    }
  }
}

// MARK: - Titles

/// The first line of a screen: a title, and at the right end a detail that is never truncated.
public struct TitleLine<Title: View>: View {
  let detail: String
  let style: Theme.Role
  let shouldTruncateTitle: Bool
  let title: Title

  /// Creates a title line.
  ///
  /// - Parameter shouldTruncateTitle: Whether the title is truncated if the line is too short for both. If false, the
  ///   detail is omitted.
  public init(
    _ detail: String, style: Theme.Role, shouldTruncateTitle: Bool, @ViewBuilder title: () -> Title
  ) {
    self.detail = detail
    self.style = style
    self.shouldTruncateTitle = shouldTruncateTitle
    self.title = title()
  }

  public var body: some View {
    SizeReader { size in
      ViewThatFits {
        HStack {
          title
          Spacer(minLength: 2)
          Text(detail).style(style)
        }
        if shouldTruncateTitle {
          HStack {
            title.frame(width: max(0, size.width - TextWidth.width(of: detail) - 2))
            Spacer(minLength: 2)
            Text(detail).style(style)
          }
        } else {
          title
        }
      }
    }
    .readable().frame(height: 1)
  }
}

// MARK: - Two columns

/// A list and, in a wide terminal, the page of the selected item on its right.
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

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - list: Returns the list for its layout.
  ///   - page: Returns the page of the selected item for its size.
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
          Divider(isVertical: true).padding(1, 0).frame(
            width: SplitColumns.gap, height: size.height)
          page(pageSize).expanded().frame(width: columns.page, height: size.height)
        }
      } else {
        list(SplitListLayout(size: size, hasPage: false))
      }
    }
    .readable(SplitColumns.maxWidth)
  }
}

/// The layout of a list in a ``SplitView``.
public struct SplitListLayout {
  /// The size of the list.
  public let size: Size
  /// Whether the page is shown beside the list.
  public let hasPage: Bool
}

/// The widths of a list and the page beside it.
public struct SplitColumns: Equatable, Sendable {
  /// The width of the list.
  public let list: Int
  /// The width of the page.
  public let page: Int

  /// The minimum width for both: 120 columns minus the margins of the screen.
  static let minWidth = 118
  /// The maximum width of a list. In a wider list, the values of a row would be too far apart.
  static let maxListWidth = 64
  /// The width of the divider, with a blank on each side.
  static let gap = 3
  /// The maximum width of both, with the divider.
  public static let maxWidth = maxListWidth + gap + ReadableWidth.columns

  /// Creates the widths for a total width; `nil` if there is only room for the list.
  public init?(of width: Int) {
    guard width >= Self.minWidth else { return nil }
    list = min(Self.maxListWidth, width * 9 / 20)
    page = min(ReadableWidth.columns, width - list - Self.gap)
  }
}
