import Files
import FoundationEssentials
import Glibc
import Models
import Synchronization

/// The time zones in this machine's IANA database, each read once.
public final class TimeZones: Sendable {
  private let loaded = Mutex<[String: TimeZoneRules]>([:])

  public init() {}

  /// Returns the time zone with a name.
  ///
  /// - Throws: ``StorageError`` if it does not exist or cannot be read.
  func rules(_ name: String) throws -> TimeZoneRules {
    if let rules = loaded.withLock({ $0[name] }) { return rules }
    guard let rules = Self.rules(named: name) else {
      throw StorageError("there is no time zone \(name.quoted); is the package tzdata installed?")
    }
    loaded.withLock { $0[name] = rules }
    return rules
  }

  /// Returns the time zone with an IANA name, such as `Europe/Berlin`.
  ///
  /// - Returns: `nil` if it does not exist or cannot be read.
  public static func rules(named name: String) -> TimeZoneRules? {
    guard let path = TimeZoneRules.path(of: name) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return readAll(of: file, maxBytes: 1 << 16).flatMap { TimeZoneRules(file: $0) }
  }

  /// The name of this machine's time zone; `UTC` if it has none.
  public static var systemName: String {
    let name: String?
    if let variable = getenv("TZ").map({ String(cString: $0) }) {
      name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    } else {
      // The first link contains the chosen name; the file that it leads to may have a different name.
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")
      name = path.flatMap { path in
        path.firstRange(of: "/zoneinfo/").map { String(path[$0.upperBound...]) }
      }
    }
    return name.flatMap { rules(named: $0) == nil ? nil : $0 } ?? "UTC"
  }
}

// MARK: - Weeks of groups

extension TimeZones {
  /// Returns the week of a date in a group's time zone.
  ///
  /// - Throws: ``StorageError`` if the group's time zone cannot be read.
  func week(of date: Date, in group: Group) throws -> Week {
    try rules(group.timeZone).week(of: date, startingOn: group.weekStart)
  }
}

extension StorageSession {
  /// Changes the name and the rules of a group, like ``update(_:week:)``, with weeks in its time zone.
  ///
  /// - Returns: False if the group does not exist.
  /// - Throws: ``StorageError``, for example if the time zone cannot be read.
  public func update(_ group: Group) throws -> Bool {
    let rules = try TimeZones().rules(group.timeZone)
    return try update(group) { rules.week(of: $0, startingOn: group.weekStart) }
  }
}
