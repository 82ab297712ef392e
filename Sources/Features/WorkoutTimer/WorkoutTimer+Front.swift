extension WorkoutTimer.State {
  /// The program loses the person's eyes, and with them the keys: what goes up now goes up unheard.
  mutating func leaveFront() {
    isInFront = false
    heldKeys = HeldKeyFilter()
  }
}
