import Testing

@testable import Models

/// Tests of weights, loads, plates and the estimated one-rep maximum.
struct MassTests {
  @Test func `weights in both units are compared exactly`() throws {
    // 1000 lb are 453.59237 kg.
    #expect(try weight("1000", .pounds).mass > weight("453.592").mass)
    #expect(try weight("1000", .pounds).mass < weight("453.593").mass)
    #expect(try weight("100.50").mass == weight("100.5").mass)
    #expect(try weight("100.50") != weight("100.5"))
    // 100 000 000 lb and 45 359 237 kg are the same.
    #expect(
      try weight("1000", .pounds).mass * 100_000 == weight("45.359").mass * 1_000_000 + weight(
        "0.237"
      ).mass * 1000)
  }

  @Test(arguments: [
    ("100", Weight.Unit.kilograms, Weight.Unit.pounds, 220_462, "220.5 lb"),
    ("225", .pounds, .kilograms, 102_058, "102.1 kg"),
    ("0.001", .kilograms, .pounds, 2, "0 lb"), ("62.50", .kilograms, .kilograms, 62_500, "62.5 kg"),
    ("99.95", .kilograms, .kilograms, 99_950, "100 kg"), ("1", .pounds, .kilograms, 454, "0.5 kg"),
  ])
  func `a conversion rounds to the nearest value`(
    number: String, from: Weight.Unit, to: Weight.Unit, thousandths: Int, text: String
  ) throws {
    let mass = try weight(number, from).mass
    #expect(mass.thousandths(of: to) == thousandths)
    #expect((-mass).thousandths(of: to) == -thousandths)
    #expect(mass.text(in: to) == text)
  }

  @Test func `a text is rounded once`() throws {
    // 133.33 kg are 293.9497 lb.
    let estimate = OneRepMaximum.epley.estimate(try weight("100").mass, reps: 10)
    #expect(estimate?.text(in: .pounds) == "293.9 lb")
  }

  @Test func `less assistance is the better load`() throws {
    let loads = try sets("-20x5 -10x5 x5 +10x5 +25lbx5").map(\.load)
    for (worse, better) in zip(loads, loads.dropFirst()) {
      #expect(better.isBetter(than: worse))
      #expect(!worse.isBetter(than: better))
    }
    #expect(!loads[0].isBetter(than: loads[0]))
  }

  /// The expected values are computed by hand and rounded to a tenth.
  @Test(arguments: [
    (1, "100 kg", "100 kg"), (2, "106.7 kg", "102.9 kg"), (5, "116.7 kg", "112.5 kg"),
    (10, "133.3 kg", "133.3 kg"), (11, nil, nil),
  ])
  func `sets of up to ten reps have an estimate`(reps: Int, epley: String?, brzycki: String?) throws
  {
    let mass = try weight("100").mass
    #expect(OneRepMaximum.epley.estimate(mass, reps: reps)?.text(in: .kilograms) == epley)
    #expect(OneRepMaximum.brzycki.estimate(mass, reps: reps)?.text(in: .kilograms) == brzycki)
  }

  @Test func `only work sets whose whole load is known have a volume and an estimate`() throws {
    for set in try sets("w100x5 +10x5 -10x5 x5") {
      #expect(set.volume(BodyShare(of: "pull-up")) == .zero)
      #expect(set.estimatedMaximum(BodyShare(of: "pull-up")) == nil)
    }
    let set = try #require(try sets("62.5x8").first)
    #expect(set.volume(.none).text(in: .kilograms) == "500 kg")
  }
}
