import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct OptionalCasePathTests {
  @Test func `the some of an optional payload can be omitted`() {
    let hike = Trip.route(.leg(.walk(3)))
    #expect(hike[case: \.route.some.leg.some.walk] == 3)
    #expect(hike[case: \.route.leg.walk] == 3)
    #expect(hike.is(\.route.leg))
    #expect(!Trip.route(.leg(nil)).is(\.route.leg.walk))
    #expect(Trip.route(nil)[case: \.route.leg.walk] == nil)
  }

  @Test func `a path leads to an optional payload or to the wrapped one`() {
    let optional: CaseKeyPath<Trip, Route?> = \.route
    let wrapped: CaseKeyPath<Trip, Route> = \.route
    #expect(optional == \Trip.Cases.route)
    #expect(wrapped as PartialCaseKeyPath<Trip> != optional)
    #expect(optional(nil) == .route(nil))
    #expect(wrapped(.leg(nil)) == .route(.leg(nil)))
  }

  @Test func `a path begins at an optional`() {
    #expect((\Route?.Cases.leg)(.walk(1)) == .leg(.walk(1)))
    #expect((\Leg?.Cases.walk)(nil) == Leg?.none)
    let leg: Leg? = .walk(2)
    #expect(leg[case: \.walk] == 2)
    #expect(leg.is(\.walk))
    #expect(!leg.is(\.none))
    #expect(!Optional<Leg>.none.is(\.walk))
  }

  @Test func `a payload is changed through an optional`() async {
    var leg: Leg? = .walk(2)
    leg.modify(\.walk) { $0 += 1 }
    #expect(leg == .walk(3))
    leg = nil
    let reported = await issues { leg.modify(\.walk) { $0 += 1 } }
    #expect(reported.count == 1)
    #expect(leg == nil)
  }

  @Test func `an optional payload is set to nil`() {
    var trip = Trip.route(.leg(nil))
    trip[case: \.days] = nil
    #expect(trip == .route(.leg(nil)))
    trip[case: \.route] = nil
    #expect(trip == .route(nil))
  }
}

@CasePathable
private enum Trip: Equatable {
  case days(Int)
  case route(Route?)
}

@CasePathable
private enum Route: Equatable {
  case leg(Leg?)
}

@CasePathable
private enum Leg: Equatable {
  case walk(Int)
}
