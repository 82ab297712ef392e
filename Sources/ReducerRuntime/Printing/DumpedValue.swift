import FoundationEssentials

/// A value prepared for printing: a text, or a list of children.
struct DumpedValue {
  typealias Child = (label: String?, value: Any)

  enum Form {
    /// A text without children. It may have several lines.
    case text(String)
    case string(String)
    case reference(any _CustomDiffObject)
    case structure
    case object(ObjectIdentifier)
    /// An enum; the label of its only child is the case.
    case enumeration
    case optional
    case collection
    case set
    case dictionary
    case tuple
  }

  /// The value, after ``CustomDumpRepresentable`` has replaced it.
  let value: Any
  /// The type that is printed.
  let type: Any.Type
  let form: Form
  /// The properties, elements or payload.
  let children: [Child]
  /// Whether ``CustomDumpRepresentable`` has replaced the value.
  private(set) var isReplaced = false
  /// Whether the mirror was written for dumps, so that no child is omitted.
  private let isCustom: Bool

  init(_ value: Any) {
    switch Replacement(value) {
    case .value(let other):
      self.init(other)
      isReplaced = true
    case .text(let text): self.init(value, Swift.type(of: value), .text(text), [])
    case .reference(let reference):
      self.init(value, Swift.type(of: value), .reference(reference), [])
    case .mirror(let mirror, let isCustom): self.init(value, mirror, isCustom)
    }
  }

  private init(
    _ value: Any, _ type: Any.Type, _ form: Form, _ children: [Child], isCustom: Bool = false
  ) {
    (self.value, self.type, self.form) = (value, type, form)
    (self.children, self.isCustom) = (children, isCustom)
  }

  private init(_ value: Any, _ mirror: Mirror, _ isCustom: Bool) {
    let form: Form =
      switch mirror.displayStyle {
      case .struct: .structure
      case .class: .object(ObjectIdentifier(value as AnyObject))
      case .enum: .enumeration
      case .optional: .optional
      case .collection: .collection
      case .set: .set
      case .dictionary: .dictionary
      case .tuple: .tuple
      default:
        if let string = value as? any StringProtocol {
          .string(String(string))
        } else {
          .text("\(value)")
        }
      }
    self.init(value, mirror.subjectType, form, Self.children(of: mirror), isCustom: isCustom)
  }

  /// Returns the children of `mirror`, after those of its superclasses.
  static func children(of mirror: Mirror) -> [Child] {
    let inherited = mirror.displayStyle == .class ? mirror.superclassMirror : nil
    return (inherited.map(children) ?? []) + mirror.children.map { ($0.label, $0.value) }
  }

  /// The children that are printed: those without the properties that observation macros add.
  var printedChildren: [Child] {
    switch form {
    case .structure, .object:
      if isCustom { return children }
      return children.compactMap { child in
        guard let label = child.label else { return child }
        if label.hasPrefix("_$") { return nil }
        // `@ObservableState` stores a property as `_name`.
        let isStorage = label.hasPrefix("_") && value is any ObservableState
        return (isStorage ? String(label.dropFirst()) : label, child.value)
      }
    case .enumeration:
      return children.first.map { Self.payload($0.value) } ?? []
    case .tuple:
      return children.map(Self.withoutPosition)
    default:
      return children
    }
  }

  /// Whether the only child is printed on the line of its parent: `Seconds(rawValue: 3)`.
  var hasInlineChild: Bool {
    let all: [Child]
    switch form {
    case .collection, .set, .dictionary: return false
    case .enumeration: all = printedChildren
    default: all = children
    }
    guard all.count == 1 else { return false }
    let child = DumpedValue(all[0].value)
    switch child.form {
    case .collection, .set, .dictionary: return child.children.isEmpty
    case .text where child.isReplaced: return Mirror(reflecting: child.value).children.isEmpty
    case .text(let text): return child.children.isEmpty && !text.contains("\n")
    case .reference: return false
    default: return child.children.isEmpty
    }
  }

  /// Whether nothing is printed between the brackets. The payload of an enum may be an empty tuple.
  var hasNoChild: Bool {
    if case .enumeration = form { return printedChildren.isEmpty }
    return children.isEmpty
  }

  /// Whether the order of the children has no meaning.
  var isUnordered: Bool { type is any UnorderedCollection.Type }

  /// The key and the value of an element of a dictionary.
  static func pair(_ child: Child) -> (key: Any, value: Any)? {
    let parts = Array(Mirror(reflecting: child.value).children)
    return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
  }

  private static func payload(_ value: Any) -> [Child] {
    let dumped = DumpedValue(value)
    guard case .tuple = dumped.form, !dumped.isReplaced else { return [(nil, value)] }
    return dumped.printedChildren
  }

  /// Returns `child` without the label `.0`, which mirrors give to unlabeled elements of a tuple.
  private static func withoutPosition(_ child: Child) -> Child {
    (child.label?.first == "." ? nil : child.label, child.value)
  }
}

/// The representation that dumps use instead of a value.
private enum Replacement {
  case value(Any)
  case text(String)
  case reference(any _CustomDiffObject)
  case mirror(Mirror, isCustom: Bool)

  init(_ value: Any) {
    if let type = value as? Any.Type {
      self = .text("\(typeName(type)).self")
    } else if let value = value as? any CustomDumpStringConvertible {
      self = .text(value.customDumpDescription)
    } else if let value = value as? any _CustomDiffObject {
      self = .reference(value)
    } else if let value = value as? any CustomDumpRepresentable {
      self = .value(value.customDumpValue)
    } else if let value = value as? any CustomDumpReflectable {
      self = .mirror(value.customDumpMirror, isCustom: true)
    } else if let keyPath = value as? AnyKeyPath {
      self = .text(keyPath.debugDescription)
    } else if let replace = Self.ofStandardTypes[ObjectIdentifier(type(of: value))] {
      self = replace(value)
    } else {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value,
        let replace = Self.ofStandardTypes[ObjectIdentifier(type(of: wrapped))]
      {
        // Like the casts above, which find the conformance of a wrapped value.
        self = replace(wrapped)
      } else {
        self = .mirror(mirror, isCustom: false)
      }
    }
  }

  /// The replacements of types of the standard library and of Foundation.
  ///
  /// A table, because the linker would keep conformances in programs that print no dump.
  private static let ofStandardTypes: [ObjectIdentifier: @Sendable (Any) -> Replacement] = {
    var table: [ObjectIdentifier: @Sendable (Any) -> Replacement] = [:]
    func add<Value>(_: Value.Type, _ replace: @escaping @Sendable (Value) -> Replacement) {
      // An entry is found by the type of the value.
      table[ObjectIdentifier(Value.self)] = { replace($0 as! Value) }
    }
    add(AnyHashable.self) { .value($0.base) }
    add(Character.self) { .value(String($0)) }
    add(Unicode.Scalar.self) { .value(String($0)) }
    add(StaticString.self) { .value("\($0)") }
    add(Duration.self) { .text($0.unitsText) }
    add(ObjectIdentifier.self) {
      .text("ObjectIdentifier(0x\(String(UInt(bitPattern: $0), radix: 16)))")
    }
    add(Data.self) { .text("Data(\(grouped($0.count)) \($0.count == 1 ? "byte" : "bytes"))") }
    add(Date.self) { date in
      // Rounded to milliseconds: the style truncates, and most dates are a bit less than what they were created from.
      let text = (date + 0.0005).formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      return .text("Date(\(text))")
    }
    add(Decimal.self) { .text($0.description) }
    add(Locale.self) { .text("Locale(\($0.identifier))") }
    add(URL.self) { .text("URL(\($0.absoluteString))") }
    add(UUID.self) { .text("UUID(\($0.uuidString))") }
    add(Calendar.self) { calendar in
      .mirror(
        Mirror(
          calendar,
          children: [
            "identifier": calendar.identifier, "locale": calendar.locale as Any,
            "timeZone": calendar.timeZone, "firstWeekday": calendar.firstWeekday,
            "minimumDaysInFirstWeek": calendar.minimumDaysInFirstWeek,
          ], displayStyle: .struct), isCustom: true)
    }
    add(TimeZone.self) { zone in
      .mirror(
        Mirror(
          zone,
          children: [
            "identifier": zone.identifier, "abbreviation": zone.abbreviation() as Any,
            "secondsFromGMT": zone.secondsFromGMT(),
            "isDaylightSavingTime": zone.isDaylightSavingTime(),
          ], displayStyle: .struct), isCustom: true)
    }
    return table
  }()
}
