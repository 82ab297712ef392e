import Testing

@testable import Server

/// Tests of token buckets, in virtual time.
struct RateLimiterTests {
  private let start = ContinuousClock.now

  @Test func `a full bucket allows its capacity at once, and then one request an interval`() {
    let limiter = RateLimiter<Int>(capacity: 3, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<3 { #expect(limiter.take(1, at: start) == nil) }
    #expect(limiter.take(1, at: start) == .seconds(2))
    #expect(limiter.take(1, at: start + .milliseconds(1999)) == .milliseconds(1))
    #expect(limiter.take(1, at: start + .seconds(2)) == nil)
    #expect(limiter.take(1, at: start + .seconds(2)) == .seconds(2))
    #expect(limiter.take(2, at: start + .seconds(2)) == nil)
  }

  @Test func `a bucket is full again after a time, whatever was refused meanwhile`() {
    let limiter = RateLimiter<Int>(capacity: 3, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<100 { _ = limiter.take(1, at: start) }
    for _ in 0..<3 { #expect(limiter.take(1, at: start + .seconds(6)) == nil) }
    #expect(limiter.take(1, at: start + .seconds(6)) == .seconds(2))
  }

  @Test func `waiting takes no token`() {
    let limiter = RateLimiter<Int>(capacity: 1, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<5 { #expect(limiter.wait(1, at: start) == nil) }
    #expect(limiter.take(1, at: start) == nil)
    #expect(limiter.wait(1, at: start) == .seconds(2))
  }

  @Test func `memory is bounded, and further keys share a bucket`() {
    let limiter = RateLimiter<Int>(capacity: 2, interval: .seconds(1), maxKeys: 100)
    for key in 0..<100 { #expect(limiter.take(key, at: start) == nil) }
    #expect(limiter.take(100, at: start) == nil)
    #expect(limiter.take(101, at: start) == nil)
    #expect(limiter.take(102, at: start) == .seconds(1))
    #expect(limiter.take(7, at: start) == nil, "a known key keeps its bucket")
    for key in 200..<10_000 { _ = limiter.take(key, at: start + .milliseconds(key)) }
    #expect(limiter.bucketCount <= 200)
    #expect(limiter.take(102, at: start + .seconds(20)) == nil)
    #expect(limiter.bucketCount <= 101)
  }

  @Test func `a bucket survives the end of its generation`() {
    let limiter = RateLimiter<Int>(capacity: 4, interval: .seconds(1), maxKeys: 100)
    #expect(limiter.take(0, at: start) == nil)
    for _ in 0..<4 { #expect(limiter.take(1, at: start + .milliseconds(3999)) == nil) }
    #expect(limiter.take(0, at: start + .seconds(4)) == nil)
    #expect(limiter.take(1, at: start + .seconds(4)) == .milliseconds(999))
  }
}

/// Tests of the part of an address that limits are for.
struct NetworkPrefixTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ("192.0.2.1", "::ffff:192.0.2.1", true), ("::1", "0.0.0.0", false),
  ])
  func `a household has one limit`(first: String, second: String, isSame: Bool) throws {
    let (first, second) = (try #require(NetworkPrefix(first)), try #require(NetworkPrefix(second)))
    #expect((first == second) == isSame)
  }

  @Test(arguments: ["", "club", "192.0.2", "192.0.2.1:80", "[::1]"])
  func `other texts are not addresses`(text: String) {
    #expect(NetworkPrefix(text) == nil)
  }

  @Test func `a proxy's address is the last one`() {
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1, 192.0.2.1") == NetworkPrefix("192.0.2.1"))
    #expect(NetworkPrefix(forwardedFor: "192.0.2.1") == NetworkPrefix("192.0.2.1"))
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1,") == nil)
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1, unknown") == nil)
  }
}
