import Dispatch
import FuzzProperties
import Glibc

/// The entry point of libFuzzer, declared by its symbol because no header declares it for Swift.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target comes from the environment, because libFuzzer parses all command-line arguments.
private let target: FuzzTarget = {
  let name = getenv("LADDER_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("LADDER_FUZZ_TARGET must be one of \(names), not \"\(name)\"")
  }
  return target
}()

// The fuzzed code runs on the main thread, and some of it waits there for other work, so libFuzzer runs on another
// thread.
DispatchQueue.global().async {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  exit(
    runFuzzer(&count, &arguments) { bytes, count in
      let input = Array(UnsafeBufferPointer(start: bytes, count: count))
      let tried = DispatchSemaphore(value: 0)
      Task { @MainActor in
        do throws(PropertyViolation) {
          try await target.check(input)
        } catch {
          fatalError("\(target.rawValue): \(error)")
        }
        tried.signal()
      }
      tried.wait()
      return 0
    })
}
dispatchMain()
