import Glibc

func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    // If standard error cannot be written, there is nowhere to report it.
    _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
  }
}
