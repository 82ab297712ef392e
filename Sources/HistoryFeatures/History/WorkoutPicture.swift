import Models
import ReducerRuntime
import TerminalUI

// A picture of a workout, to share. It has neither the note nor the place, which are about other people, too. Asking for
// a second picture adds the person's name.
extension WorkoutDetail {
  func savePicture(_ state: inout State) -> Effect<Action> {
    guard let workout = state.workout else { return .none }
    let hasName = state.canAddName
    state.notice = nil
    return .request(CancelID.picture) { [pictures, state] in
      let svg = await state.picture(of: workout.withoutNote, hasName: hasName)
      return try await pictures.save(name: workout.pictureName, svg: svg)
    } response: {
      ._internal(.pictureResponse(hasName: hasName, $0))
    }
  }
}

extension WorkoutDetail.State {
  /// The size of a picture. Empty lines at its end are left out.
  private static let maxPictureSize = Size(64, 20)

  /// Returns the picture as the contents of an SVG file.
  @MainActor
  fileprivate func picture(of workout: Workout, hasName: Bool) -> String {
    let card = WorkoutCard(
      workout: workout, challenge: challenge, name: hasName ? name : nil, isYours: false,
      comparisons: comparisons, size: Self.maxPictureSize)
    func buffer(height: Int) -> Buffer {
      var buffer = Buffer(Size(Self.maxPictureSize.width, height))
      buffer.draw(card)
      return buffer
    }
    let lines = buffer(height: Self.maxPictureSize.height).lines
    return buffer(height: (lines.lastIndex { !$0.isEmpty } ?? 0) + 1).svg
  }
}

extension Workout {
  fileprivate var withoutNote: Workout {
    var workout = self
    workout.note = nil
    return workout
  }

  /// The start of the workout and its challenge: `ladder-2026-11-27-1830-push-ups`.
  fileprivate var pictureName: String {
    let time = localStart.text.filter { $0 != ":" }.map { $0 == " " ? "-" : $0 }
    let challenge = challenge.rawValue.filter {
      $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber)
    }
    return "ladder-\(String(time))-\(challenge)"
  }
}
