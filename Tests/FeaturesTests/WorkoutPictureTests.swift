import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures

@Suite(.checksForLeaks)
@MainActor
struct WorkoutPictureTests {
  private let saved = LockIsolated<[(name: String, svg: String)]>([])

  private func page(_ workout: Workout) -> TestStoreOf<WorkoutDetail> {
    let store = TestStore(
      initialState: WorkoutDetail.State(
        workout, isYours: true, catalogue: SharedReader(value: .sample))
    ) {
      WorkoutDetail()
    } withDependencies: { [saved] in
      $0.pictures.save = { name, svg in
        saved.withValue { $0.append((name, svg)) }
        return ["/home/ann/\(name).svg", "/home/ann/\(name).png"]
      }
    }
    store.exhaustivity = .off
    return store
  }

  private var workout: Workout {
    var workout = Workout.sample(reps: (1...20).map { 1000 * $0 }, duration: .seconds(120))
    workout.note = WorkoutNote("beside Grace")
    return workout
  }

  @Test func `a picture has the result and the trace, but no name and no note`() async throws {
    let store = page(workout)
    await store.send(.view(.pictureButtonTapped))
    await store.receive(\._internal.pictureResponse)
    let picture = try #require(saved.value.first)
    #expect(picture.name == "ladder-2026-01-05-0700-pushups-2min")
    let text = picture.svg.replacing("\u{A0}", with: " ")
    #expect(text.hasPrefix("<svg") && text.contains("20 reps in 02:00.00"))
    #expect(text.contains("Reps a minute"))
    #expect(!text.contains("Ann") && !text.contains("Grace"))
    #expect(
      store.state.notice == "Saved /home/ann/\(picture.name).svg and .png")
    #expect(WorkoutDetail.keys.hints(in: store.state).contains { $0.label == "add your name" })
  }

  @Test func `a second picture adds the name`() async throws {
    let store = page(workout)
    for _ in 1...3 {
      await store.send(.view(.pictureButtonTapped))
      await store.receive(\._internal.pictureResponse)
    }
    #expect(saved.value.map { $0.svg.contains("Ann") } == [false, true, false])
    #expect(Set(saved.value.map(\.name)).count == 1)
  }

  @Test func `a failure is shown`() async {
    let error = PictureError(path: "/home/ann/x.svg", reason: "No space left on device")
    let store = page(workout)
    store.dependencies.pictures.save = { _, _ in throw error }
    await store.send(.view(.pictureButtonTapped))
    await store.receive(\._internal.pictureResponse)
    #expect(
      store.state.notice
        == "Cannot write /home/ann/x.svg (No space left on device); set XDG_PICTURES_DIR to a folder of yours."
    )
  }
}
