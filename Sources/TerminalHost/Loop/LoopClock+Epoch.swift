import ReducerRuntime

extension LoopClock: EpochClock {
  public var epoch: ContinuousClock.Instant { ContinuousClock().systemEpoch }
}
