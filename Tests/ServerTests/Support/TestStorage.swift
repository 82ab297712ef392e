import PostgreSQL
import SystemTestSupport
import Testing

@testable import Server

/// An implementation of `Storage`. Tests of what every storage does run with each of ``all``.
enum TestStorage: String, CustomTestStringConvertible {
  case sqlite, postgreSQL

  /// The implementations whose external parts are installed.
  static let all: [TestStorage] =
    PostgreSQLCluster.isInstalled && Address.isSupported ? [.sqlite, .postgreSQL] : [.sqlite]

  var testDescription: String { rawValue }

  /// Returns the storage of a folder, empty at first. It is deleted with the folder or at the end of the process.
  func make(in folder: TestFolder) throws -> any Storage {
    switch self {
    case .sqlite: try SQLiteStorage(folder: folder.path)
    case .postgreSQL: try PostgreSQLStorage(url: TestSchema(in: folder).url)
    }
  }
}
