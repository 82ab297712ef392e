import FoundationEssentials
import Synchronization

/// An ``AppStorage`` in a JSON file, which is written with each change.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = FileAppStorage(URL(filePath: "/srv/app/settings.json")) }
/// ```
///
/// Several processes can use one file: a change reads the file again and writes one value, under a lock. A value that
/// another process writes is seen with the next read of any value.
///
/// A file that is not a JSON object is reported, and kept beside the new one as `NAME.damaged-1`. If the file cannot be
/// read or written, that is reported once, and values last until the program ends.
public final class FileAppStorage: AppStorage {
  /// The file.
  public let url: URL

  private struct Contents {
    var file = SettingsFile()
    /// Changes that are not saved yet, because saving failed.
    var unsaved: [String: SettingsValue?] = [:]
    var reported: Set<String> = []

    func value(forKey key: String) -> AppStorageValue? {
      if let value = unsaved[key] { return value?.stored }
      return file.values[key]?.stored
    }
  }

  private let contents = Mutex(Contents())
  /// A storage with the subscribers, which is told each change.
  private let subscribers = InMemoryAppStorage()

  /// Creates a storage in a file. Its folder is created with the first change.
  public init(_ url: URL) {
    self.url = URL(filePath: DiskFileStorage().canonicalPath(of: url))
  }

  /// Creates a storage in `$XDG_CONFIG_HOME/PROGRAM/app-storage.json`, by default in `~/.config`.
  ///
  /// `PROGRAM` is the name of the running program.
  public convenience init() {
    // A relative path is ignored, as the XDG specification requires.
    func folder(_ variable: String) -> URL? {
      ProcessInfo.processInfo.environment[variable]
        .flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
    let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
    let config = folder("XDG_CONFIG_HOME") ?? home.appending(path: ".config")
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
    let program = name.flatMap { [".", ".."].contains($0) ? nil : $0 } ?? "program"
    self.init(config.appending(path: program).appending(path: "app-storage.json"))
  }

  public func value(forKey key: String) -> AppStorageValue? {
    access("read") { try $0.file.read(path) }
    return contents.withLock { $0.value(forKey: key) }
  }

  public func setValue(_ value: AppStorageValue?, forKey key: String) {
    access("saved") { contents in
      contents.unsaved[key] = .some(value.map(SettingsValue.init))
      try contents.file.save(contents.unsaved, to: path)
      contents.unsaved = [:]
    }
  }

  public func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    subscribers.subscribe(forKey: key, onChange)
  }

  private var path: String { url.path }

  /// Runs `operation`, reports its error unless the same one was reported before, and tells subscribers what changed.
  private func access(_ verb: String, _ operation: (inout Contents) throws -> Void) {
    let (message, changes) = contents.withLock { contents -> (String?, [String]) in
      let earlier = contents
      var message: String?
      do {
        try operation(&contents)
      } catch {
        if contents.reported.insert("\(error)").inserted {
          message = "The app storage '\(path)' could not be \(verb): \(error)"
        }
      }
      let keys = Set(earlier.file.values.keys).union(contents.file.values.keys)
        .union(contents.unsaved.keys)
      return (message, keys.filter { earlier.value(forKey: $0) != contents.value(forKey: $0) })
    }
    // Without the lock, because both may read the storage.
    if let message { reportIssue(message) }
    for key in changes { subscribers.setValue(nil, forKey: key) }
  }
}

/// A value in the file; those that this version does not know are kept as they are.
enum SettingsValue: Hashable, Codable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([SettingsValue])
  case object([String: SettingsValue])

  init(_ value: AppStorageValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value) where value.isFinite: self = .double(value)
    // JSON has neither infinity nor data.
    case .double(let value): self = .object(["double": .string("\(value)")])
    case .string(let value): self = .string(value)
    case .strings(let value): self = .array(value.map(SettingsValue.string))
    case .data(let value): self = .object(["data": .string(value.base64EncodedString())])
    }
  }

  /// The value; `nil` if it is none that an ``AppStorage`` can store.
  var stored: AppStorageValue? {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .object(let members):
      switch members.first {
      case ("double", .string(let text))?: Double(text).map(AppStorageValue.double)
      case ("data", .string(let text))?: Data(base64Encoded: text).map(AppStorageValue.data)
      default: nil
      }
    case .array(let values):
      Self.strings(values).map(AppStorageValue.strings)
    case .null: nil
    }
  }

  /// Returns the texts of `values`, or `nil` if one of the values is not a text.
  private static func strings(_ values: [SettingsValue]) -> [String]? {
    let strings = values.compactMap { value -> String? in
      if case .string(let text) = value { text } else { nil }
    }
    return strings.count == values.count ? strings : nil
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([SettingsValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: SettingsValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
