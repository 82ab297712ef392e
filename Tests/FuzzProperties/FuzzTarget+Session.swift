import Scripting

extension FuzzTarget {
  /// Checks that a script plays to its end or to an error with a line number, and that the screen shows only text.
  @MainActor
  func checkSession(_ bytes: [UInt8]) async throws(PropertyViolation) {
    // Zero bytes separate the files. Each file can include the other files by their numbers.
    let files = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0).asText }
    do {
      let script = try Script(parsing: files.first ?? "", file: "0") {
        path, _ throws(ScriptFileError) in
        guard let index = Int(path), files.indices.contains(index) else {
          throw ScriptFileError(path: path, reason: "there is no such file")
        }
        return files[index]
      }
      // A script that lasts a day is valid, but takes too long to play.
      guard script.duration < .seconds(60), script.steps.count < 100 else { return }
      let stage = try VirtualStage(script)
      try await stage.play()
      for line in stage.stage.frame.lines {
        try expect(line.isOnlyText, line.debugDescription)
      }
    } catch let error as ScriptError {
      try expect(error.description.isOnlyText, error.description.debugDescription)
      try expect(error.message.unicodeScalars.count < 2000, "an error message of unlimited length")
    } catch let error as PropertyViolation {
      throw error
    } catch {
      throw PropertyViolation("\(error)")
    }
  }
}
