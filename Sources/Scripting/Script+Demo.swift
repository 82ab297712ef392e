import Resources

extension Script {
  /// What errors call the demo that comes with the program.
  public static let demoFile = "demo.ladder"

  /// The demo that comes with the program.
  ///
  /// - Throws: ``ScriptError``; a test reads it, so it never does.
  public static func demo() throws(ScriptError) -> Script {
    let file = ladder_demo()
    let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
    return try Script(parsing: String(decoding: bytes, as: UTF8.self), file: demoFile)
  }
}
