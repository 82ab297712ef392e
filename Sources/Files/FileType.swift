import Glibc

/// Returns an explanation for a file that is not a regular file, such as "it is a pipe, not a regular file".
///
/// - Parameter mode: The `st_mode` of the file.
public func fileTypeMismatch(_ mode: mode_t) -> String {
  "it is \(fileTypeName(mode)), not a regular file"
}

/// Returns the type of a file as a noun, such as "a pipe".
///
/// - Parameter mode: The `st_mode` of the file.
public func fileTypeName(_ mode: mode_t) -> String {
  switch mode & S_IFMT {
  case S_IFREG: "a regular file"
  case S_IFDIR: "a folder"
  case S_IFLNK: "a symbolic link"
  case S_IFIFO: "a pipe"
  case S_IFSOCK: "a socket"
  case S_IFCHR, S_IFBLK: "a device"
  default: "a special file"
  }
}
