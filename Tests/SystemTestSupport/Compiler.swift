import Glibc

/// A namespace for compiling source text in tests that expect code to be rejected.
package enum Compiler {
  /// Returns the errors in `source`, each with its line, such as `"3: cannot find 'x' in scope"`.
  /// The source may import the modules built beside these tests.
  ///
  /// It blocks a separate thread, because the pool that tests share has only as many threads as there are processors.
  package static func errors(in source: String) async -> [String] {
    await onSeparateThread { compile(source) }
  }

  /// The folder of the modules' sources. The module `SQLite` also needs the module maps of its C modules.
  private static let sourceFolder =
    #filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")?.lowerBound ?? #filePath.endIndex)
    + "/Sources"

  private static func compile(_ source: String) -> [String] {
    let folder = TestFolder()
    folder.write(source, to: "Source.swift")
    let command = [
      // Not `-typecheck`: a missing return is only diagnosed in a later phase.
      "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-diagnostic-style", "llvm",
      "-I", "\(buildFolder)/Modules", "-I", "\(sourceFolder)/CSQLite",
      "-Xcc", "-fmodule-map-file=\(buildFolder)/CSystem.build/module.modulemap",
      "-module-cache-path",
      "\(buildFolder)/ModuleCache",
      "-load-plugin-executable", "\(buildFolder)/ReducerMacros-tool#ReducerMacros",
      "\(folder.path)/Source.swift",
    ]
    // None of the arguments contains a quote.
    let quoted = command.map { "'\($0)'" }.joined(separator: " ")
    guard let output = popen("\(quoted) 2>&1", "r") else {
      fatalError("no compiler: error \(errno)")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, output), count > 0 {
      bytes += part[..<count]
    }
    let status = pclose(output)

    let text = String(decoding: bytes, as: UTF8.self)
    let errors = text.split(separator: "\n").compactMap { line -> String? in
      // "/…/Source.swift:3:9: error: cannot find 'x' in scope"
      guard let mark = line.firstRange(of: ": error: ") else { return nil }
      let place = line[..<mark.lowerBound].split(separator: ":")
      guard place.count == 3 else { return String(line) }
      return "\(place[1]): \(line[mark.upperBound...])"
    }
    // If the compiler failed for another reason, it has not rejected the code.
    guard (status == 0) == errors.isEmpty else { fatalError("the compiler failed:\n\(text)") }
    return errors
  }
}

/// Runs `work`, which may block, on a separate thread.
private func onSeparateThread<Result: Sendable>(
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let job = Unmanaged.passRetained(Job { continuation.resume(returning: work()) })
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, job.toOpaque())
    precondition(error == 0, "no thread: error \(error)")
    pthread_detach(thread)
  }
}

private final class Job: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
