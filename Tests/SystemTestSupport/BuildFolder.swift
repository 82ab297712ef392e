import Glibc

/// Where the tests' own executable is, and beside it all else that was built with it.
package let buildFolder: String = {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &buffer, buffer.count)
  let bytes = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
  let own = String(decoding: bytes, as: UTF8.self)
  return String(own[..<(own.lastIndex(of: "/") ?? own.endIndex)])
}()
