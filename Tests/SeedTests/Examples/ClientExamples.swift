import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a client whose unset endpoints report an issue when they are called.
@Suite(.checksForLeaks)
@MainActor
struct ClientExamples {
  @Test func `an endpoint is called by its labels or by a custom method name`() throws {
    let client = GymClient(
      address: { gym in "\(gym) Road 1" }, loadHours: { day in "\(day): 6 to 22" },
      title: { "Gyms" })
    #expect(try client.address(of: "Iron") == "Iron Road 1")
    #expect(try client.hours(on: "Monday") == "Monday: 6 to 22")
  }

  @Test func `calling an unset endpoint reports an issue and throws`() {
    let client = GymClient()
    withExpectedIssue {
      do {
        _ = try client.address(of: "Iron")
      } catch let error as Unimplemented {
        #expect(error.endpoint == "address")
      }
    }
    #expect(client.title() == "Gym")
  }

  @Test func `a handwritten unimplemented closure reports an issue`() {
    let beep: @Sendable (Int) -> Void = unimplemented("Sounds.beep")
    withExpectedIssue { beep(3) }
    let volume: @Sendable () -> Int = unimplemented("Sounds.volume", placeholder: 5)
    withExpectedIssue { #expect(volume() == 5) }
  }

  @Test func `an immutable object is sent to another task`() async {
    let plan = UncheckedSendable(TrainingPlan(exercises: ["Push-ups", "Squats"]))
    let count = await Task.detached { plan.exercises.count }.value
    #expect(count == 2)
  }
}

@DependencyClient
private struct GymClient: Sendable {
  var address: @Sendable (_ of: String) throws -> String
  @DependencyEndpoint(method: "hours") var loadHours: @Sendable (_ on: String) throws -> String
  /// A plain closure, which is not an endpoint.
  @DependencyEndpointIgnored var title: @Sendable () -> String = { "Gym" }
}

/// An immutable class of a library, not declared `Sendable`.
private final class TrainingPlan {
  let exercises: [String]

  init(exercises: [String]) {
    self.exercises = exercises
  }
}
