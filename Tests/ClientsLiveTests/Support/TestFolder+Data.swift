import ClientsLive
import SystemTestSupport

extension TestFolder {
  /// A data folder in it, which is not made yet.
  var data: DataFolder { DataFolder(path: path) }
}
