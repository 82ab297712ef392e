import ClientsLive
import SystemTestSupport

extension TestFolder {
  /// A data folder inside this folder, which does not exist yet.
  var data: DataFolder { DataFolder(path: path) }
}
