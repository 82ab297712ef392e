import Foundation
import Testing

/// A page in a ``Browser``.
package final class BrowserPage {
  private let browser: Browser
  private let session: String

  /// Opens an empty page.
  ///
  /// - Parameter areScriptsEnabled: Whether scripts of pages run. Scripts of a test always run.
  package init(
    in browser: Browser, width: Int = 1920, height: Int = 1080, areScriptsEnabled: Bool = true
  ) throws {
    self.browser = browser
    let target = try browser.call("Target.createTarget", ["url": "about:blank"])
    let attached = try browser.call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = try #require(attached["sessionId"] as? String)
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try call("\(domain).enable") }
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
    if !areScriptsEnabled { _ = try call("Emulation.setScriptExecutionDisabled", ["value": true]) }
  }

  package func call(
    _ method: String, _ parameters: [String: Any] = [:]
  ) throws -> [String: Any] {
    try browser.call(method, parameters, session: session)
  }

  /// Runs a script before the scripts of each page that is opened later.
  package func runBeforePages(_ script: String) throws {
    _ = try call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
  }

  /// Opens an address and waits until its resources are loaded.
  package func open(_ address: String) throws {
    let result = try call("Page.navigate", ["url": address])
    if let error = result["errorText"] { throw BrowserError(sentence: "\(error)") }
    try waitForLoad()
  }

  /// Waits until a page is loaded.
  package func waitForLoad() throws {
    _ = try browser.wait(for: "Page.loadEventFired", session: session)
  }

  /// Returns the parameters of the next event called `event`.
  package func wait(for event: String) throws -> [String: Any] {
    try browser.wait(for: event, session: session)
  }

  /// Returns the value of an expression, or of the promise that it returns.
  package func evaluate<Value>(_ expression: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    let result = try call(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let exception = result["exceptionDetails"] {
      throw BrowserError(sentence: "\(expression): \(exception)")
    }
    let value = (result["result"] as? [String: Any])?["value"]
    guard let value = value as? Value else {
      throw BrowserError(sentence: "\(expression) is \(value ?? "undefined")")
    }
    return value
  }

  /// Waits until an expression is true. Evaluates it after each change of the document.
  package func wait(until expression: String) throws {
    let isTrue: Bool = try evaluate(
      """
      new Promise((resolve) => {
        const check = () => {
          if (!(\(expression))) return;
          observer.disconnect();
          resolve(true);
        };
        const observer = new MutationObserver(check);
        observer.observe(document, {
          subtree: true, childList: true, characterData: true, attributes: true });
        check();
      })
      """)
    #expect(isTrue)
  }

  /// The errors that the browser has reported for the page: errors of scripts and resources, and policy violations.
  package var problems: [String] {
    let entries = browser.events("Log.entryAdded", session: session).compactMap {
      ($0["entry"] as? [String: Any])?["text"] as? String
    }
    let exceptions = browser.events("Runtime.exceptionThrown", session: session).map { "\($0)" }
    return entries + exceptions
  }

  /// The roles and names that a screen reader presents, in order, such as `table This week`.
  package func accessibleNames() throws -> [String] {
    _ = try call("Accessibility.enable")
    let nodes = try call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    let nodesByID = Dictionary(
      nodes.map { ($0["nodeId"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    var names: [String] = []
    var open = nodes.prefix(1).map { $0["nodeId"] as? String ?? "" }
    while let node = open.popLast().flatMap({ nodesByID[$0] }) {
      open += (node["childIds"] as? [String] ?? []).reversed()
      guard node["ignored"] as? Bool == false, let role = Self.value(node["role"]) else { continue }
      names.append("\(role) \(Self.value(node["name"]) ?? "")")
    }
    return names
  }

  private static func value(_ property: Any?) -> String? {
    (property as? [String: Any])?["value"] as? String
  }

  /// Writes a picture of the visible part of the page, as PNG.
  package func takeScreenshot(to path: String) throws {
    let data = try #require(try call("Page.captureScreenshot")["data"] as? String)
    try #require(Data(base64Encoded: data)).write(to: URL(fileURLWithPath: path))
  }
}
