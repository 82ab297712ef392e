import Glibc
import Resources

/// The percentage of the body's weight that an exercise moves.
///
/// ```swift
/// BodyShare(of: "pull-up").percent   // 100
/// BodyShare(of: "push-up").percent   // 64
/// BodyShare(of: "squat").percent     // 0
/// ```
public struct BodyShare: Hashable, Sendable {
  /// The percentage; 0 in ``none``.
  public let percent: Int

  /// The number of days for which a body weight counts, before a session asks again.
  public static let maxAge: Int64 = 30

  /// The share in exercises whose sets count only the weight that is typed.
  public static let none = BodyShare(percent: 0)

  private init(percent: Int) { self.percent = percent }

  /// - Complexity: O(n) in the words of the name.
  public init(of exercise: String) { percent = Self.table[exercise] ?? 0 }

  /// The percentages of the exercises in `Resources/body-weight.txt`. A test checks it.
  static let table = ExerciseTable(ladder_body_weight().text) { Int($0) }

  /// Returns the mass that a set moves: its weight; or the share of the body's weight with the added weight.
  ///
  /// - Returns: `nil` if the body's weight doesn't count or is unknown, or if assistance exceeds it.
  func mass(of set: SetEntry) -> Mass? {
    if case .weight(let weight) = set.load { return weight.mass }
    guard percent > 0, let body = set.body else { return nil }
    let mass = (body.mass + set.load.rank).percent(percent)
    return mass > .zero ? mass : nil
  }

  /// Returns the load of a set that moves a mass, rounded down to a multiple of a step.
  ///
  /// - Parameter body: The body's weight; `nil` for an exercise with weights only.
  /// - Returns: `nil` if the weight is not positive, or too large.
  func load(moving mass: Mass, _ body: Weight?, step: DecimalText, in unit: Weight.Unit) -> Load? {
    guard let body, percent > 0 else {
      return Weight(mass, in: unit)?.rounded(downTo: step).map { .weight($0) }
    }
    let size = Int128(step.thousandths) * unit.thousandth
    let units = mass.units * 100 / Int128(percent) - body.mass.units
    let count = units >= 0 ? units / size : -((size - 1 - units) / size)
    guard count != 0 else { return .bodyWeight }
    return Weight(Mass(units: Int128(count.magnitude) * size), in: unit).map {
      count > 0 ? .added($0) : .assisted($0)
    }
  }
}

extension SetEntry {
  /// The result with the body weight if that is a part of the load: `+10kgx5 bw82kg`.
  public var resultAndBody: String {
    body.map { load.includesBody ? "\(result) bw\($0.text)" : result } ?? result
  }

  /// Returns the set with a body weight.
  public func with(body: Weight?) -> SetEntry {
    var set = self
    set.body = body
    return set
  }
}

// MARK: - Relative strength

extension StrengthRecords.Estimate {
  /// The formula of ``relative`` and its source.
  public static let relativeSource =
    "Jaric 2002: maximum ÷ body weight to the power of 2/3, both in kg"

  /// The estimated maximum in relation to the body's size, so that people of different weights, and one person at
  /// different weights, can be compared: kg of the maximum ÷ (kg of the body)^⅔, by Slobodan Jaric, "Muscle Strength
  /// Testing: Use of Normalisation for Body Size", Sports Medicine 32, 2002. `nil` if the body's weight is unknown.
  public var relative: Double? {
    source.set.body.map { body in
      mass.kilograms / pow(body.mass.kilograms, 2.0 / 3)
    }
  }
}

extension Mass {
  /// Returns the quotient of two masses.
  public func ratio(to other: Mass) -> Double { kilograms / other.kilograms }

  fileprivate var kilograms: Double { Double(thousandths(of: .kilograms)) / 1000 }
}
