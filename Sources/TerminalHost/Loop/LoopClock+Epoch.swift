import ReducerRuntime

extension LoopClock: EpochClock {
  public var epoch: Instant { Instant(nanoseconds: 0) }

  public var timeSinceEpoch: Duration { .nanoseconds(now.nanoseconds) }
}
