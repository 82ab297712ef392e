import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of notifications.
@Suite(.needsPostgreSQL)
struct ListenerTests {
  @Test func `notifications arrive in their order`() async throws {
    let (events, continuation) = AsyncStream<Listener.Event>.makeStream()
    let listener = try Listener(TestDatabase.address, listen: "LISTEN order_of_notes") {
      continuation.yield($0)
    }
    let connection = try TestDatabase.connect()
    for text in ["one", "two"] {
      try connection.run("SELECT pg_notify('order_of_notes', $1)", .text(text))
    }
    var received: [Listener.Event] = []
    for await event in events {
      received.append(event)
      if received.count == 2 { break }
    }
    #expect(received == [.notification(payload: "one"), .notification(payload: "two")])
    withExtendedLifetime(listener) {}
  }

  @Test func `a listener whose connection is lost reports it and listens again`() async throws {
    let (events, continuation) = AsyncStream<Listener.Event>.makeStream()
    let listener = try Listener(TestDatabase.address, listen: "LISTEN lost_notes") {
      continuation.yield($0)
    }
    let connection = try TestDatabase.connect()
    #expect(listener.connectionNumber == 1)
    let process = try connection.run(
      "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN lost_notes'"
    ).first { try $0.integer(0) }
    try connection.terminate(#require(process))
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .reconnection)
    #expect(listener.connectionNumber == 2)
    try connection.run("SELECT pg_notify('lost_notes', 'again')")
    #expect(await iterator.next() == .notification(payload: "again"))
    withExtendedLifetime(listener) {}
  }
}
