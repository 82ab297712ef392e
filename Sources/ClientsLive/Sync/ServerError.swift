import Clients
import HTTPClient
import Models
import ServerAPI

/// An error of a request to a group's server.
public enum ServerError: ExplainedError, Hashable {
  /// There was no response. A later attempt may succeed.
  case unreachable(String)
  /// The server does not accept the request.
  case refused(Refusal)
  /// The server no longer knows the device.
  case unauthorized(host: String)
  /// The response is not from a Ladder server; the text is the reason.
  case invalidResponse(host: String, String)
  /// Only a hostile or broken server sends such a response; the text is the reason.
  case misbehaving(host: String, String)
  /// The server's certificate is refused.
  case untrusted(host: String, CertificateProblem)
  /// libcurl is not installed; the text is the loader's message.
  case missingLibrary(String)

  public struct Refusal: Hashable, Sendable {
    public var status: Int
    /// The server's sentence, for a screen.
    public var sentence: String
    public var code: APIError.Code?
    /// The time to wait before the next attempt, if the server says so.
    public var retryAfter: Duration?
  }

  /// Whether a later attempt may succeed without a change on this machine.
  public var isTemporary: Bool {
    switch self {
    case .unreachable, .invalidResponse, .untrusted: true
    case .refused(let refusal): refusal.isTemporary
    case .unauthorized, .misbehaving, .missingLibrary: false
    }
  }

  public var summary: String {
    switch self {
    case .unreachable(let summary): summary
    case .refused(let refusal): "the server says: \(refusal.cause)"
    case .unauthorized(let host): "\(host.escapedText) no longer knows this machine"
    case .invalidResponse(let host, let reason):
      "\(host.escapedText) does not respond like a Ladder server (\(reason.escapedText))"
    case .misbehaving(let host, let reason):
      "\(host.escapedText) does not behave like a Ladder server (\(reason.escapedText))"
    case .untrusted(let host, .otherHost):
      "the certificate of \(host.escapedText) is for another host name"
    case .untrusted(let host, .expired): "the certificate of \(host.escapedText) is not valid today"
    case .untrusted(let host, .unknownIssuer):
      "the certificate of \(host.escapedText) is from an unknown issuer"
    case .missingLibrary(let message): "cannot load libcurl (\(message.escapedText))"
    }
  }

  public var remedy: String {
    switch self {
    case .unreachable: "check the network and try again"
    case .refused(let refusal): refusal.remedy
    case .unauthorized: "join again with a new link"
    case .invalidResponse: "check the network, or update Ladder"
    case .misbehaving: "tell the server's operator"
    case .untrusted(_, .otherHost):
      "use the host name in the certificate, or tell the server's operator"
    case .untrusted(_, .expired): "check this machine's date, or tell the server's operator"
    case .untrusted(_, .unknownIssuer):
      "set SSL_CERT_FILE to a file with the issuer's certificate, or tell the server's operator"
    case .missingLibrary: "install the package libcurl4"
    }
  }

  public var details: String {
    switch self {
    case .unreachable: "server: unreachable"
    case .refused(let refusal): "server: status \(refusal.status)"
    case .unauthorized: "server: status 401"
    case .invalidResponse(_, let reason): "server: invalid response, \(reason.escapedText)"
    case .misbehaving(_, let reason): "server: misbehaving, \(reason.escapedText)"
    case .untrusted(_, let problem): "server: certificate, \(problem)"
    case .missingLibrary(let message): "libcurl: \(message.escapedText)"
    }
  }
}

extension ServerError.Refusal {
  // The server's sentences are "cause; remedy".
  fileprivate var parts: [Substring] { sentence.split(separator: "; ", maxSplits: 1) }
  fileprivate var cause: String { parts.first.map(String.init) ?? "status \(status)" }
  fileprivate var remedy: String {
    parts.count > 1 ? String(parts[1]) : isTemporary ? "try again later" : "nothing was changed"
  }
  fileprivate var isTemporary: Bool { status >= 500 || status == 429 }
}

extension ServerError {
  /// Creates the error for a request without a complete response.
  init(_ error: HTTPError, host: String) {
    let host = host.escapedText
    switch error.reason {
    case .missingLibrary: self = .missingLibrary(error.message)
    case .unknownHost: self = .unreachable("cannot find \(host)")
    case .connectionFailed: self = .unreachable("cannot reach \(host)")
    case .timedOut: self = .unreachable("\(host) does not respond")
    case .untrusted(let problem): self = .untrusted(host: host, problem)
    case .tooLarge: self = .invalidResponse(host: host, "the response is too large")
    case .invalid: self = .invalidResponse(host: host, "it is not HTTP")
    }
  }
}
