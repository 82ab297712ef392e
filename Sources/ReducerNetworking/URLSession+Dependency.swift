import Foundation
import FoundationNetworking
import ReducerRuntime

extension DependencyValues {
  /// The session for requests.
  ///
  /// Tests set one with a `URLProtocol` of their own. A test that sets none fails when it reads the session, and the
  /// requests of that session fail.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }

  private enum URLSessionKey: DependencyKey {
    static let liveValue = URLSession.shared
    static var testValue: URLSession {
      DependencyValues.reportUse(of: "urlSession")
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedProtocol.self]
      return URLSession(configuration: configuration)
    }
  }
}

/// A protocol that fails every request.
private final class UnimplementedProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    client?.urlProtocol(self, didFailWithError: Unimplemented("urlSession"))
  }

  override func stopLoading() {}
}
