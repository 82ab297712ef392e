import Foundation
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests that the server still reads the databases of each released version, and serves its clients.
struct CompatibilityTests {
  private let folder = TestFolder()

  // MARK: - Reading

  /// A response to a device of a released version.
  private struct Answer: Codable {
    var path: String
    var token: String
    var response: String
  }

  @Test(arguments: ReleasedFiles.all)
  func `a released database still gives the same responses`(files: ReleasedFiles) throws {
    folder.write(files.bytes(of: "server.db"), to: "server.db")
    let answers = try APICoding.value([Answer].self, from: Data(files.bytes(of: "server.json")))
    #expect(!answers.isEmpty)
    let service = Service(
      storage: try Storage(folder: folder.path), now: { Date(millisecondsSince1970: Self.time) },
      report: { _ in })
    for answer in answers {
      let response = service.respond(
        to: Request(.get, answer.path, header: { _ in "Bearer \(answer.token)" }))
      let document = try JSONDocument(parsing: response.text)
      #expect(document.contains(try JSONDocument(parsing: answer.response)), "\(answer.path)")
    }
  }

  @Test(arguments: ReleasedFiles.all)
  func `the migrations of PostgreSQL begin with the released ones`(files: ReleasedFiles) {
    let released = files.text(of: "postgresql.sql")
    #expect(!released.isEmpty && postgreSQLSchema.hasPrefix(released))
  }

  /// Requests of released clients are valid, and these clients ignore unknown JSON members. Released responses
  /// are valid for clients of this version.
  @Test(.needsPython("jsonschema"), arguments: ReleasedFiles.all)
  func `this version and released ones understand each other`(files: ReleasedFiles) throws {
    let document = try TestServer().send(.get, "/v1/openapi.json").text
    let exchanges = String(decoding: try APICoding.data(try APIExamples().run()), as: UTF8.self)
    for (document, exchanges) in [
      (document, files.text(of: "exchanges.json")), (files.text(of: "openapi.json"), exchanges),
    ] {
      #expect(!document.isEmpty && !exchanges.isEmpty)
      folder.write(document, to: "openapi.json")
      folder.write(exchanges, to: "exchanges.json")
      #expect(python(["Description/check_openapi.py", folder.path, "--other-version"]) == "")
    }
  }

  // MARK: - Writing

  /// The time of the responses, and that of ``TestServer``.
  private static let time: Int64 = 1_772_348_400_000

  private var postgreSQLSchema: String {
    StorageSchema.migrations(in: .postgreSQL).flatMap(\.statements).map { $0 + ";\n" }.joined()
  }

  @Test(.writesRelease)
  func `the files of a release are written`() throws {
    let files = try #require(ReleasedFiles.new)
    files.write(try TestServer().send(.get, "/v1/openapi.json").text, to: "openapi.json")
    files.write(Array(try APICoding.data(try APIExamples().run())), to: "exchanges.json")
    files.write(postgreSQLSchema, to: "postgresql.sql")
    let answers = try answers()
    files.write(Array(try APICoding.data(answers)), to: "server.json")
    _ = try Storage.backUp(folder: folder.path, to: folder.path + "/backup.db")
    files.write(try #require(folder.bytes(of: "backup.db")), to: "server.db")
  }

  /// Fills the database of a server, and returns its responses.
  private func answers() throws -> [Answer] {
    let server = try TestServer(in: folder)
    let owner = try server.join("Ola", isOwner: true)
    let ann = try server.join("Ann")
    _ = try server.join("Bob", device: "phone").submit(.pushUps(40, on: server))
    let removed = SubmittedWorkout.pushUps(60, on: server)
    _ = try ann.submit(.pushUps(31, on: server), .pushUps(35, ago: 90_000, on: server), removed)
    _ = try owner.send(.delete, "/v1/results/\(removed.id)")
    _ = try owner.send(.post, "/v1/invitations", InvitationRequest(name: "Cleo"))
    _ = try ann.send(
      .post, "/v1/journal",
      JournalUpload(key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1, 2, 3]))]))
    return try [
      (ann, "/v1/account"), (ann, "/v1/members"), (ann, "/v1/boards/pushups-2min"),
      (ann, "/v1/boards/pushups-2min/me"), (ann, "/v1/journal"), (owner, "/v1/members"),
      (owner, "/v1/invitations"), (owner, "/v1/removals"),
    ].map { device, path in
      Answer(path: path, token: device.token, response: try device.send(.get, path).text)
    }
  }
}
