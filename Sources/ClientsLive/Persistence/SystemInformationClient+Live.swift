import CSystem
import Clients
import Glibc
import Models
import SQLite

extension SystemInformationClient {
  /// Returns a client that reads information from the system, the environment and the files.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - environment: Returns the value of a variable.
  public static func live(
    version: String, dataFolder: DataFolder, settingsFile: SettingsFile?,
    environment: @escaping @Sendable (String) -> String?
  ) -> SystemInformationClient {
    SystemInformationClient(read: {
      let home = environment("HOME") ?? ""
      let items: [SystemInformation.Item?] = [
        .init("Ladder", version),
        .init("System", System.name),
        .init("CPU", System.processor),
        .init("Terminal", terminal(environment)),
        terminalSize.map { .init("Size", $0) },
        .init("Locale", ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first ?? "none"),
        .init("Data", dataFolder.path.abbreviated(home)),
        databaseSize(dataFolder.databasePath).map { .init("Database", $0) },
        .init("Settings", settingsFile?.path.abbreviated(home) ?? "not saved"),
      ]
      return SystemInformation(
        items.compactMap(\.self).map { .init($0.name, $0.value.escapedText(maxLength: 200)) })
    })
  }

  private static func terminal(_ environment: (String) -> String?) -> String {
    var words = [environment("TERM") ?? "unknown"]
    if let program = environment("TERM_PROGRAM") {
      words.append(
        [program, environment("TERM_PROGRAM_VERSION") ?? ""].filter { !$0.isEmpty }
          .joined(separator: " "))
    }
    if let colors = environment("COLORTERM"), !colors.isEmpty { words.append(colors) }
    return words.joined(separator: ", ")
  }

  private static var terminalSize: String? {
    let size = csys_window_size(STDOUT_FILENO)
    return size.columns > 0 ? "\(size.columns) x \(size.rows)" : nil
  }

  private static func databaseSize(_ path: String) -> String? {
    // Recent changes are in the write-ahead log.
    let sizes = [path, path + "-wal"].compactMap { file in
      var status = stat()
      return stat(file, &status) == 0 ? Int(status.st_size) : nil
    }
    return sizes.isEmpty ? nil : "\((sizes.reduce(0, +) + 1023) / 1024) KiB"
  }
}

private enum System {
  /// The names of the distribution, the kernel and the machine.
  static var name: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    let kernel = [text(names.sysname), text(names.release), text(names.machine)]
      .joined(separator: " ")
    let pretty = line(of: "/etc/os-release", beginningWith: "PRETTY_NAME=")
      .map { $0.filter { $0 != "\"" } }
    return pretty.map { "\($0) (\(kernel))" } ?? kernel
  }

  /// The model of the processor, if known, and the number of processors.
  static var processor: String {
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let model = line(of: "/proc/cpuinfo", beginningWith: "model name")?
      .drop { $0 == "\t" || $0 == ":" || $0 == " " }
    return "\(model.map(String.init) ?? "unknown") x \(max(1, count))"
  }

  /// Returns the rest of the first line that begins with `start`.
  private static func line(of path: String, beginningWith start: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 512)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = text(bytes: buffer)
      guard line.hasPrefix(start) else { continue }
      return String(line.dropFirst(start.count)).filter { !$0.isNewline }
    }
    return nil
  }

  /// Converts a fixed-size C array, which Swift imports as a tuple.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { text(bytes: $0.map { CChar(bitPattern: $0) }) }
  }

  private static func text(bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension String {
  /// Replaces the home folder with `~`, so that the path does not disclose the user's name.
  fileprivate func abbreviated(_ home: String) -> String {
    guard !home.isEmpty, hasPrefix(home + "/") else { return self }
    return "~" + dropFirst(home.count)
  }
}
