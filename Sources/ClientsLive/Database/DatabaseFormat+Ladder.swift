import Resources
import SQLite

extension DatabaseFormat {
  /// The format of Ladder's databases. The application ID is "LADR".
  package static let ladder = DatabaseFormat(
    applicationID: 0x4C41_4452,
    migrations: [Migration("first", embedded: ladder_schema().text)])
}
