import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of the encrypted journal of a member.
struct JournalTests {
  private let key = UUID()

  @Test(arguments: TestStorage.all)
  func `a member's devices share one journal, hidden from other members`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let laptop = try server.join("Ann", device: "laptop")
    let desktop = try server.join("Ann", device: "desktop")
    let ben = try server.join("Ben")
    let empty = try desktop.journal()
    #expect(empty.key == nil)
    #expect(empty.entries == [])
    #expect(empty.isLast)

    let entries = (0..<3).map(JournalEntry.numbered)
    #expect(try laptop.upload(entries, key: key) == 3)
    let page = try desktop.journal(after: empty.next)
    #expect(page == (try desktop.journal()))
    #expect(page.key == key)
    #expect(page.entries == entries)
    #expect(page.isLast)
    #expect(try ben.journal().entries == [])
    let own = JournalEntry.numbered(9)
    #expect(try ben.upload([own], key: UUID()) == 1)
    #expect(try ben.journal().entries == [own])
    #expect(try ben.send(.get, "/v1/journal", query: ["after": page.next]).status == 409)

    let later = JournalEntry.numbered(3)
    #expect(try desktop.upload([later], key: key) == 1)
    let next = try laptop.journal(after: page.next)
    #expect(next.entries == [later])
    #expect(try laptop.journal(after: next.next).entries == [])
  }

  @Test(arguments: TestStorage.all)
  func `an entry that is uploaded again is recorded once`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let one = JournalEntry.numbered(1)
    var forged = one
    forged.data = Data([9])
    #expect(try ann.upload([one, forged], key: key) == 1)
    let page = try ann.journal()
    #expect(try ann.upload([forged, one], key: key) == 0)
    #expect(try ann.journal() == page)
    #expect(page.entries == [one])
    // Another member may use the same ID.
    #expect(try server.join("Ben").upload([one], key: key) == 1)
  }

  @Test(arguments: TestStorage.all)
  func `a long journal has pages of limited size`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let large = Data(repeating: 7, count: JournalEntry.maxSize)
    var entries = (0..<6).map { _ in JournalEntry(id: UUID(), data: large) }
    for entry in entries { #expect(try ann.upload([entry], key: key) == 1) }
    let small = (0..<600).map(JournalEntry.numbered)
    #expect(try ann.upload(Array(small[..<300]), key: key) == 300)
    #expect(try ann.upload(Array(small[300...]), key: key) == 300)
    entries += small

    var pages = [try ann.journal()]
    while let last = pages.last, !last.isLast { pages.append(try ann.journal(after: last.next)) }
    #expect(pages.map(\.entries.count) == [4, 500, 102])
    #expect(pages.flatMap(\.entries) == entries)
  }

  @Test(arguments: TestStorage.all)
  func `an upload with another key changes nothing`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    #expect(try ann.upload([.numbered(1)], key: key) == 1)
    let response = try ann.send(
      .post, "/v1/journal", JournalUpload(key: UUID(), entries: [.numbered(2)]))
    #expect(response.status == 409)
    #expect(try response.error.code == .otherKey)
    #expect(try ann.journal().entries == [.numbered(1)])
  }

  @Test(arguments: TestStorage.all)
  func `only a device that knows all entries can change the key`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    #expect(try ann.upload([.numbered(1), .numbered(2)], key: key) == 2)
    let known = try ann.journal()
    #expect(try ann.upload([.numbered(3)], key: key) == 1)
    var change = JournalKeyChange(key: UUID(), replaces: key, after: known.next)
    let early = try ann.send(.post, "/v1/journal/key", change)
    #expect(early.status == 409)
    #expect(try early.error.code == .unknownCursor)
    #expect(try ann.journal().entries.count == 3)

    let end = try ann.journal(after: known.next).next
    change.after = end
    #expect(try ann.send(.post, "/v1/journal/key", change).status == 204)
    let new = try ann.journal()
    #expect(new.key == change.key)
    #expect(new.entries == [])
    // The same entries with the new key are a different history.
    #expect(try ann.upload([.numbered(1), .numbered(2), .numbered(3)], key: change.key) == 3)
    #expect(try ann.send(.get, "/v1/journal", query: ["after": end]).status == 409)
    // Neither a repeated request nor one with the old key deletes anything.
    #expect(try ann.send(.post, "/v1/journal/key", change).status == 204)
    change.key = UUID()
    let late = try ann.send(.post, "/v1/journal/key", change)
    #expect(late.status == 409)
    #expect(try late.error.code == .otherKey)
    #expect(try ann.journal().entries.count == 3)
  }

  @Test(arguments: TestStorage.all)
  func `a server that was restored from a backup does not continue another history`(
    storage: TestStorage
  ) throws {
    let (server, backup) = (try TestServer(storage), try TestServer(storage))
    let ann = try server.join("Ann")
    let restored = try backup.join("Ann")
    for device in [ann, restored] { _ = try device.upload([.numbered(1)], key: key) }
    let shared = try ann.journal()
    #expect(try restored.journal(after: shared.next).entries == [])

    _ = try ann.upload([.numbered(2)], key: key)
    let end = try ann.journal().next
    let ahead = try restored.send(.get, "/v1/journal", query: ["after": end])
    #expect(ahead.status == 409)
    #expect(try ahead.error.code == .unknownCursor)
    // Two journals with the same number of entries can have different entries.
    _ = try restored.upload([.numbered(3)], key: key)
    #expect(try restored.send(.get, "/v1/journal", query: ["after": end]).status == 409)
    #expect(try restored.journal(after: shared.next).entries == [.numbered(3)])
  }

  @Test(arguments: TestStorage.all)
  func `a reader misses no entry while several devices upload`(storage: TestStorage) async throws {
    let server = try TestServer(storage)
    let member = try server.memberID(of: try server.join("Ann"))
    let storage = server.storage
    let entries = (0..<80).map(JournalEntry.numbered)
    let read = try await withThrowingTaskGroup(of: [JournalEntry].self) { group in
      for writer in 0..<4 {
        group.addTask { [key] in
          for entry in entries[(writer * 20)..<(writer * 20 + 20)] {
            let result = try storage.withSession {
              try $0.append([entry], toJournalOf: member, key: key, maxSize: 1 << 20)
            }
            #expect(result == .recorded(1))
          }
          return []
        }
      }
      group.addTask {
        var read: [JournalEntry] = []
        var end: JournalPosition?
        // The limit ends the loop if the reader misses an entry.
        for _ in 0..<100_000 where read.count < entries.count {
          let slice = try storage.withSession {
            try $0.journal(of: member, after: end, maxCount: 7, maxSize: 1 << 20)
          }
          let new = try #require(slice)
          read += new.entries
          end = new.end
        }
        return read
      }
      return try await group.reduce([], +)
    }
    let rest = try storage.withSession {
      try $0.journal(of: member, after: nil, maxCount: 100, maxSize: 1 << 20)
    }
    #expect(rest?.entries == read)
    #expect(Set(read) == Set(entries))
  }

  @Test(arguments: TestStorage.all)
  func `a journal does not grow beyond its limit`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    server.service.maxJournalSize = 2 * (1000 + 64)
    let ann = try server.join("Ann")
    let entries = (0..<3).map { _ in JournalEntry(id: UUID(), data: Data(count: 1000)) }
    #expect(try ann.upload(Array(entries[..<2]), key: key) == 2)
    let response = try ann.send(
      .post, "/v1/journal", JournalUpload(key: key, entries: [.numbered(1), entries[2]]))
    #expect(response.status == 413)
    #expect(
      try response.error.error
        == "your journal would be larger than the 0 MB that this server allows")
    #expect(try ann.journal().entries == Array(entries[..<2]))
    #expect(try ann.upload(entries.dropLast(), key: key) == 0)
    #expect(try server.join("Ben").upload([entries[2]], key: key) == 1)
  }

  @Test func `an upload of too many or too large entries is refused`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let many = (0...JournalUpload.maxCount).map(JournalEntry.numbered)
    let large = JournalEntry(id: UUID(), data: Data(count: JournalEntry.maxSize + 1))
    for entries in [many, [.numbered(1), large]] {
      let response = try ann.send(
        .post, "/v1/journal", JournalUpload(key: key, entries: entries))
      #expect(response.status == 413)
    }
    #expect(try ann.journal().entries == [])
  }

  @Test(arguments: [
    "", ".", "1", "1.2", "-1.00000000000000000000000000000000",
    "1.0000000000000000000000000000000g", "1.00000000000000000000000000000000.",
    "99999999999999999999.00000000000000000000000000000000", "1.００００００００００ab",
  ])
  func `a cursor that no page contained is refused`(cursor: String) throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    #expect(try ann.send(.get, "/v1/journal", query: ["after": cursor]).status == 400)
    let change = JournalKeyChange(key: UUID(), replaces: key, after: cursor)
    #expect(try ann.send(.post, "/v1/journal/key", change).status == 400)
  }

  @Test(arguments: TestStorage.all)
  func `the journal of a member who leaves is deleted`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    _ = try ann.upload([.numbered(1)], key: key)
    #expect(try ann.send(.delete, "/v1/account").status == 204)
    #expect(try ann.send(.get, "/v1/journal").status == 401)
    #expect(try server.join("Ann").journal().key == nil)
  }
}

extension JournalEntry {
  fileprivate static func numbered(_ number: Int) -> JournalEntry {
    let high = UInt8(number / 256)
    let low = UInt8(number % 256)
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, high, low))
    return JournalEntry(id: id, data: Data([low, high, 255]))
  }
}

extension TestDevice {
  fileprivate func upload(_ entries: [JournalEntry], key: UUID) throws -> Int {
    let response = try send(.post, "/v1/journal", JournalUpload(key: key, entries: entries))
    return try APICoding.value(JournalUploadResult.self, from: response.body).recorded
  }

  fileprivate func journal(after cursor: String? = nil) throws -> JournalPage {
    try get("/v1/journal", query: cursor.map { ["after": $0] } ?? [:])
  }
}
