import Clients
import FoundationEssentials
import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests of publishing workouts from the leaderboard of a group.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardPublishingTests {
  func app(_ group: GroupStub) -> VirtualApp {
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    app.press("2", "b")
    return app
  }

  @Test func `publishing starts and stops after a question that says what others see`() {
    let group = GroupStub(total: 30)
    let app = app(group)
    #expect(app.shows("not published"))
    app.press("P")
    #expect(app.shows("Everyone in The club sees your name there (Ann)"))
    #expect(app.shows("withdrawn") && app.shows("Enter publish"))
    app.press(.escape)
    #expect(app.shows("not published") && !app.shows("Everyone"))
    app.press("P", .enter)
    #expect(app.shows("published") && !app.shows("not published"))
    app.press("P")
    #expect(app.shows("Stop publishing?") && app.shows("on this machine."))
    app.press(.enter)
    #expect(app.shows("not published"))
    app.press("1")
  }

  @Test func `a failure to start publishing is in words`() {
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      var client = group.client
      client.setPublished = { _, _ in throw SampleError() }
      $0.leaderboards.add({ [GroupStub.club] }) { [client] _ in client }
    }
    app.press("2", "b", "P", .enter)
    #expect(app.shows("the disk is full") && app.shows("not published"))
    app.press("1")
  }

  @Test func `the question is closed with its screen`() {
    let group = GroupStub(total: 30)
    let app = app(group)
    app.press("P", "1", "2")
    #expect(!app.shows("Everyone") && app.shows("not published"))
    app.press("P", .down, .enter)
    #expect(group.publication.isOn)
    app.press("1")
  }

  @Test func `workouts that wait and refusals are in words`() {
    let group = GroupStub(total: 30)
    group.set { $0.publication = Publication(isOn: true, waitingCount: 2) }
    let app = app(group)
    #expect(app.shows("2 workouts wait for the network"))
    group.set { $0.publication = Publication(isOn: false, waitingCount: 1) }
    app.press("r")
    #expect(app.shows("1 workout waits to be withdrawn"))
    group.set {
      $0.publication = Publication(
        isOn: true,
        refusal: .init(workout: UUID(1), reason: "it ends in the future; check the clock"))
    }
    app.press("r")
    #expect(app.shows("The group refused a workout: it ends in the future; check the clock."))
    group.set { $0.publication = Publication(isOn: true, waitingCount: 1, failure: "no answer") }
    app.press("r")
    #expect(app.shows("Publishing: no answer.") && app.shows("1 workout waits for the network"))
    app.press("1")
  }
}
