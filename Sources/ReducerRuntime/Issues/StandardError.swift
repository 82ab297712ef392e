import Glibc

func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    // A failed write to standard error has nowhere to be told.
    _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
  }
}
