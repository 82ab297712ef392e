import FoundationEssentials

extension DependencyValues {
  /// The calendar for date calculations. FoundationEssentials provides the Gregorian one.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone for local times. FoundationEssentials knows those with a fixed offset from GMT.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// The user's language and region.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's languages and regions, the preferred one first.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  private enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
    static var testValue: Calendar {
      reportMissingOverride(of: "@Dependency(\\.calendar)", at: .ofProperty())
      return Calendar(identifier: .gregorian)
    }
  }

  private enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
    static var testValue: TimeZone {
      reportMissingOverride(of: "@Dependency(\\.timeZone)", at: .ofProperty())
      return .gmt
    }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
    static var testValue: Locale {
      reportMissingOverride(of: "@Dependency(\\.locale)", at: .ofProperty())
      return Locale(identifier: "en_US")
    }
  }

  private enum PreferredLocalesKey: DependencyKey {
    static var liveValue: [Locale] { Locale.preferredLocales }
    static var testValue: [Locale] {
      reportMissingOverride(of: "@Dependency(\\.preferredLocales)", at: .ofProperty())
      return [Locale(identifier: "en_US")]
    }
  }
}
