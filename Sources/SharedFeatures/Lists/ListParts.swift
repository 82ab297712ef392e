import Models
import ReducerRuntime
import TerminalUI

// MARK: - Notices

/// A notice of the last change of a list, with the key that undoes it.
public enum ChangeNotice: Equatable, Sendable {
  case added(String)
  case changed(String)
  /// A deletion and its effect on a training plan, if it had an effect.
  case deleted(String, PlanChange? = nil)
  case restored(String, PlanChange? = nil)
  case nothingToUndo
  /// Another program has changed the item in the meantime.
  case notDeleted
  /// Another program has deleted the item in the meantime.
  case alreadyDeleted
  /// Another program has changed the item after the change to undo.
  case notUndone

  /// Returns the notice in words. The key comes before the title, whose end may be cut off.
  func sentence(_ key: KeyNames) -> String {
    let undo = key("u", "undo")
    return switch self {
    case .added(let title): "Added: \(title)"
    case .changed(let title): "Changed (\(undo) undoes it): \(title)"
    case .deleted(let title, let plan): "Deleted (\(undo) restores it)\(text(plan)): \(title)"
    case .restored(let title, let plan): "Restored\(text(plan)): \(title)"
    case .nothingToUndo: "Nothing to undo in the last 30 days."
    case .notDeleted:
      "Not deleted: another program has just changed it. \(key("d", "delete")) deletes the new version."
    case .alreadyDeleted: "Another program has deleted it already. \(undo) restores it."
    case .notUndone: "Not undone: another program has changed it since. \(undo) undoes that."
    }
  }

  private func text(_ plan: PlanChange?) -> String { plan.map { ", \($0.text)" } ?? "" }
}

public struct ChangeNoticeLine: View {
  let notice: ChangeNotice

  public init(_ notice: ChangeNotice) { self.notice = notice }

  public var body: some View {
    KeyNameReader { key in Text(notice.sentence(key)).style(.accent) }
  }
}

// MARK: - Choices

extension Array where Element: Equatable {
  /// Returns the choice `offset` places after another, wrapping around. A choice that isn't in the list counts as the
  /// first one.
  public func choice(_ offset: Int, after choice: Element) -> Element {
    self[(firstIndex(of: choice) ?? 0).wrapped(by: offset, in: count)]
  }
}

// MARK: - Titles

/// The first lines of a page: its title with a note at the right end, and a divider.
public struct PageTitle: View {
  let title: String
  let note: String

  public init(_ title: String, note: String) {
    self.title = title
    self.note = note
  }

  public var body: some View {
    VStack {
      TitleLine(note, style: .dim, shouldTruncateTitle: true) { Text(title).style(.title) }
      Divider()
    }
  }
}

// MARK: - Search

/// The text that filters a list, after a slash.
public struct SearchText: View {
  let input: TextField
  /// Whether the text field receives typed characters.
  let isEdited: Bool

  public init(input: TextField, isEdited: Bool) {
    (self.input, self.isEdited) = (input, isEdited)
  }

  public var body: some View {
    HStack {
      Text("/")
      TextFieldView(input, isFocused: isEdited)
    }
    .style(.accent)
  }
}

// MARK: - The page beside a list

/// A request for the page of a list's selected item, which is shown beside the list.
///
/// Only one page is read at a time, and the current page stays until the next one is loaded, so that fast scrolling
/// reads few pages without flicker.
public struct PageRequest<Item: Equatable & Sendable>: Equatable, Sendable {
  private var item: Item?

  public init() {}

  /// Reads the page of the selected item, unless it is shown already.
  ///
  /// This method does nothing while another page is being read: the response to that request calls it again.
  ///
  /// - Parameters:
  ///   - selected: The selected item; `nil` cancels the request.
  ///   - shown: The item whose page is shown.
  ///   - isStale: Whether the shown or requested page is out of date, so that the page is read in any case.
  ///   - id: The cancellation identifier of the effect.
  ///   - response: Reads a page and returns the action for it.
  public mutating func read<Action>(
    _ selected: Item?, shown: Item?, isStale: Bool = false, id: some Hashable & Sendable,
    response: nonisolated(nonsending) @escaping @Sendable (Item) async -> Action
  ) -> Effect<Action> {
    guard let selected else {
      guard item != nil else { return .none }
      item = nil
      return .cancel(id: id)
    }
    guard isStale || item == nil && shown != selected else { return .none }
    item = selected
    return .run { send in await send(response(selected)) }
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Marks the request as answered.
  public mutating func end() { item = nil }
}
