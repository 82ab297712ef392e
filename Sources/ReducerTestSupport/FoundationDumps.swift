// Foundation's classes are dumped like the Swift values that they wrap. The conformances are here, because a program that
// links Foundation for its dumps would be several megabytes larger.
#if canImport(Testing)

import Foundation
import ReducerRuntime

extension NSArray: CustomDumpRepresentable {
  public var customDumpValue: Any { Array(self) }
}

extension NSOrderedSet: CustomDumpRepresentable {
  public var customDumpValue: Any { array }
}

extension NSSet: CustomDumpReflectable, UnorderedCollection {
  public var customDumpMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .set)
  }
}

extension NSDictionary: CustomDumpReflectable, UnorderedCollection {
  public var customDumpMirror: Mirror {
    Mirror(
      self, unlabeledChildren: map { (key: $0.key, value: $0.value) }, displayStyle: .dictionary)
  }
}

extension NSError: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["domain": domain, "code": code, "userInfo": userInfo], displayStyle: .class)
  }
}

extension NSValue: CustomDumpStringConvertible {
  public var customDumpDescription: String { "\(self)" }
}

extension NSExceptionName: CustomDumpStringConvertible {
  public var customDumpDescription: String { rawValue }
}

extension NSString: CustomDumpRepresentable {
  public var customDumpValue: Any { String(describing: self) }
}

extension NSAttributedString: CustomDumpRepresentable {
  public var customDumpValue: Any { string }
}

extension AttributedString: CustomDumpRepresentable {
  public var customDumpValue: Any { String(characters) }
}

extension NSCalendar: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Calendar }
}

extension NSData: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Data }
}

extension NSDate: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Date }
}

extension NSIndexPath: CustomDumpRepresentable {
  public var customDumpValue: Any { self as IndexPath }
}

extension NSIndexSet: CustomDumpRepresentable {
  public var customDumpValue: Any { self as IndexSet }
}

extension NSLocale: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Locale }
}

extension NSMeasurement: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Measurement }
}

extension NSNotification: CustomDumpRepresentable {
  public var customDumpValue: Any { self as Notification }
}

extension NSRange: CustomDumpRepresentable {
  public var customDumpValue: Any { Range(self) as Any }
}

extension NSTimeZone: CustomDumpRepresentable {
  public var customDumpValue: Any { TimeZone(identifier: name) as Any }
}

extension NSURL: CustomDumpRepresentable {
  public var customDumpValue: Any { self as URL }
}

extension NSURLComponents: CustomDumpRepresentable {
  public var customDumpValue: Any { self as URLComponents }
}

extension NSURLQueryItem: CustomDumpRepresentable {
  public var customDumpValue: Any { self as URLQueryItem }
}

extension NSUUID: CustomDumpRepresentable {
  public var customDumpValue: Any { self as UUID }
}

#endif
