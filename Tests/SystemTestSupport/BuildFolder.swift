import Glibc

/// The folder of the tests' executable, which contains all other build products.
package let buildFolder: String = {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &buffer, buffer.count)
  let bytes = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
  let own = String(decoding: bytes, as: UTF8.self)
  return String(own[..<(own.lastIndex(of: "/") ?? own.endIndex)])
}()
