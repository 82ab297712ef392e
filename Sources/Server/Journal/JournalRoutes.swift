import FoundationEssentials
import ServerAPI

extension Service {
  static let journalRoutes: [Route] = [
    Route(
      .get, "/v1/journal",
      .init(
        "returns encrypted entries of the own journal",
        query: [.init(name: "after", summary: "The `next` of the page before.")],
        returns: .json(JournalPage.self),
        others: [409: "The journal does not have this end any more."])
    ) { service, request, _ in
      try service.journalPage(of: try service.device(request).member, for: request)
    },
    Route(
      .post, "/v1/journal",
      .init(
        "adds up to 500 encrypted entries to the own journal", body: JournalUpload.self,
        returns: .json(JournalUploadResult.self),
        others: [
          409: "The journal is encrypted with another key.",
          413: "The body, an entry or the journal is too large.",
        ])
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.append(try request.value(JournalUpload.self), by: device.member)
    },
    Route(
      .post, "/v1/journal/key",
      .init(
        "deletes all entries of the own journal, for an upload with another key",
        body: JournalKeyChange.self, returns: .nothing, status: 204,
        others: [409: "The journal has another key or another end."])
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.changeKey(try request.value(JournalKeyChange.self), by: device.member)
    },
  ]

  private func journalPage(of member: Int64, for request: Request) throws -> Response {
    let place = try request.query("after").map { text in
      guard let place = JournalPosition(text) else {
        throw RequestError(400, "\"after\" is not from an earlier page")
      }
      return place
    }
    let slice = try storage.withSession {
      try $0.journal(
        of: member, after: place, maxCount: JournalUpload.maxCount, maxSize: Self.pageSize)
    }
    guard let slice else { throw Self.unknownCursor }
    return try Response(
      JournalPage(
        key: slice.key, entries: slice.entries, next: slice.end.text, isLast: slice.isLast))
  }

  private func append(_ upload: JournalUpload, by member: Int64) throws -> Response {
    guard upload.entries.count <= JournalUpload.maxCount else {
      throw RequestError(413, "send at most \(JournalUpload.maxCount) entries at a time")
    }
    guard upload.entries.allSatisfy({ $0.data.count <= JournalEntry.maxSize }) else {
      throw RequestError(413, "an entry has at most \(JournalEntry.maxSize / 1024) KB")
    }
    let result = try storage.withSession {
      try $0.append(
        upload.entries, toJournalOf: member, key: upload.key, maxSize: maxJournalSize)
    }
    switch result {
    case .recorded(let count): return try Response(JournalUploadResult(recorded: count))
    case .otherKey: throw Self.otherKey
    case .full:
      throw RequestError(
        413,
        "your journal would be larger than the \(maxJournalSize >> 20) MB that this server allows")
    }
  }

  private func changeKey(_ change: JournalKeyChange, by member: Int64) throws -> Response {
    guard let end = JournalPosition(change.after) else {
      throw RequestError(400, "\"after\" is not from an earlier page")
    }
    let result = try storage.withSession {
      try $0.changeJournalKey(of: member, from: change.replaces, to: change.key, at: end)
    }
    switch result {
    case .changed: return Response(status: 204)
    case .otherKey: throw Self.otherKey
    case .unknownEnd: throw Self.unknownCursor
    }
  }

  /// The size of data in bytes after which a page ends.
  private static let pageSize = 1 << 20

  private static let otherKey = RequestError(
    409, "your journal is encrypted with another key; get it from your other device",
    code: .otherKey)

  private static let unknownCursor = RequestError(
    409, "your journal on this server has another history; read it from the beginning",
    code: .unknownCursor)
}
