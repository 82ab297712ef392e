import TerminalUI

/// A notice of the last change of a list, with the key that undoes it.
public enum ChangeNotice: Equatable, Sendable {
  case added(String)
  case changed(String)
  case deleted(String)
  case restored(String)
  case nothingToUndo

  /// Returns the notice in words. The key comes before the title, whose end may be cut off.
  func sentence(_ key: KeyNames) -> String {
    let undo = key("u", "undo")
    return switch self {
    case .added(let title): "Added: \(title)"
    case .changed(let title): "Changed (\(undo) undoes it): \(title)"
    case .deleted(let title): "Deleted (\(undo) restores it): \(title)"
    case .restored(let title): "Restored: \(title)"
    case .nothingToUndo: "Nothing to undo in the last 30 days."
    }
  }
}

/// A line with a notice.
struct ChangeNoticeLine: View {
  let notice: ChangeNotice

  init(_ notice: ChangeNotice) { self.notice = notice }

  var body: some View {
    KeyNameReader { key in Text(notice.sentence(key)).style(.accent) }
  }
}
