import Models
import TerminalUI

/// A notice of the last change of a list, with the key that undoes it.
public enum ChangeNotice: Equatable, Sendable {
  case added(String)
  case changed(String)
  /// With the effect on a training plan, if there was one.
  case deleted(String, PlanChange? = nil)
  case restored(String, PlanChange? = nil)
  case nothingToUndo
  /// Another program has changed it in the meantime.
  case notDeleted
  /// Another program has deleted it in the meantime.
  case alreadyDeleted
  /// Another program has changed it since.
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
      "Not deleted: another program has just changed it. \(key("d", "delete")) deletes what it is now."
    case .alreadyDeleted: "Another program has deleted it already. \(undo) restores it."
    case .notUndone: "Not undone: another program has changed it since. \(undo) undoes that."
    }
  }

  private func text(_ plan: PlanChange?) -> String { plan.map { ", \($0.text)" } ?? "" }
}

/// A line with a notice.
struct ChangeNoticeLine: View {
  let notice: ChangeNotice

  init(_ notice: ChangeNotice) { self.notice = notice }

  var body: some View {
    KeyNameReader { key in Text(notice.sentence(key)).style(.accent) }
  }
}
