import Foundation
import FoundationNetworking
import ReducerNetworking
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct URLSessionTests {
  @Dependency(\.urlSession) var session

  @Test func `using an unset session reports an issue`() {
    withExpectedIssue { _ = session }
  }

  @Test func `a session can be set`() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 7
    withDependencies {
      $0.urlSession = URLSession(configuration: configuration)
    } operation: {
      #expect(session.configuration.timeoutIntervalForRequest == 7)
    }
  }

  @Test func `the live session is shared`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(session === URLSession.shared)
    }
  }
}
