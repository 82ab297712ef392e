import Files
import Glibc
import SystemTestSupport
import Testing

struct FileTypeTests {
  private let folder = TestFolder()

  private func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode
  }

  @Test func `the type of a file is named`() throws {
    folder.write("", to: "file")
    symlink("file", folder.path + "/link")
    mkfifo(folder.path + "/pipe", 0o600)
    let names = try ["", "/file", "/link", "/pipe"].map { name in
      fileTypeName(try mode(of: folder.path + name))
    }
    #expect(names == ["a folder", "a regular file", "a symbolic link", "a pipe"])
    #expect(try fileTypeName(mode(of: "/dev/null")) == "a device")
    #expect(fileTypeName(S_IFSOCK) == "a socket")
    #expect(fileTypeMismatch(S_IFIFO) == "it is a pipe, not a regular file")
  }
}
