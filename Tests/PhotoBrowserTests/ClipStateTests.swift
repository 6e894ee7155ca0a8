import TestSupport
import Testing

@testable import PhotoBrowser

@Suite(.tags(.seeded)) struct ClipStateTests {
  /// The state of a clip of ten seconds on a visible page.
  private static func playing() -> ClipState {
    var clip = ClipState()
    _ = clip.apply(.opened(duration: 10))
    _ = clip.apply(.pageAppeared)
    return clip
  }

  @Test func `a clip plays once it is open and its page has appeared, in either order`() {
    var clip = ClipState()
    #expect(clip.apply(.pageAppeared) == [])
    #expect(clip.apply(.opened(duration: 3)) == [.play])
    clip = ClipState()
    #expect(clip.apply(.opened(duration: 3)) == [])
    #expect(clip.apply(.pageAppeared) == [.play])
  }

  @Test func `leaving pauses a clip, and returning resumes it`() {
    var clip = Self.playing()
    _ = clip.apply(.positionChanged(to: 4))
    #expect(clip.apply(.pageWillDisappear) == [.pause])
    #expect(clip.apply(.pageDisappeared) == [])
    #expect(clip.position == 4)
    #expect(clip.apply(.pageAppeared) == [.play])
  }

  @Test func `a press on the page pauses a clip until the release`() {
    var clip = Self.playing()
    #expect(clip.apply(.pulledOrFlyingChanged(to: true)) == [.pause])
    #expect(clip.apply(.pulledOrFlyingChanged(to: true)) == [])
    #expect(clip.apply(.pulledOrFlyingChanged(to: false)) == [.play])
  }

  @Test func `a clip that was paused before a press stays paused after it`() {
    var clip = Self.playing()
    #expect(clip.apply(.playToggled) == [.pause])
    #expect(clip.apply(.pulledOrFlyingChanged(to: true)) == [])
    #expect(clip.apply(.pulledOrFlyingChanged(to: false)) == [])
    #expect(clip.isAtRest)
  }

  @Test func `a paused clip stays paused when its page returns, and plays in a new visit`() {
    var clip = Self.playing()
    _ = clip.apply(.playToggled)
    _ = clip.apply(.pageWillDisappear)
    #expect(clip.apply(.pageAppeared) == [])
    _ = clip.apply(.pageWillDisappear)
    _ = clip.apply(.pageDisappeared)
    #expect(clip.apply(.pageAppeared) == [.play])
  }

  @Test func `a clip stops at its end, and Space restarts it`() {
    var clip = Self.playing()
    #expect(clip.apply(.ended) == [])
    #expect(clip.phase == .ended && clip.position == 10)
    #expect(clip.apply(.playToggled) == [.play])
    #expect(clip.position == 0)
  }

  @Test func `an ended clip plays again when its page appears again`() {
    var clip = Self.playing()
    _ = clip.apply(.ended)
    _ = clip.apply(.pageWillDisappear)
    _ = clip.apply(.pageDisappeared)
    #expect(clip.apply(.pageAppeared) == [.play])
  }

  @Test func `scrubbing pauses a clip, seeks nearby frames and ends on the exact one`() {
    var clip = Self.playing()
    #expect(clip.apply(.scrubbingChanged(to: true)) == [.pause])
    #expect(clip.apply(.seeked(to: 7)) == [.seek(to: 7, isExact: false)])
    #expect(clip.apply(.positionChanged(to: 6.8)) == [])
    #expect(clip.position == 7)
    #expect(clip.apply(.scrubbingChanged(to: false)) == [.seek(to: 7, isExact: true), .play])
  }

  @Test func `scrubbing to the end ends a clip`() {
    var clip = Self.playing()
    _ = clip.apply(.scrubbingChanged(to: true))
    _ = clip.apply(.seeked(to: 99))
    #expect(clip.apply(.ended) == [])
    #expect(clip.apply(.scrubbingChanged(to: false)) == [.seek(to: 10, isExact: true)])
    #expect(clip.phase == .ended)
  }

  @Test func `a clip sought back from its end stays paused until Space`() {
    var clip = Self.playing()
    _ = clip.apply(.ended)
    #expect(clip.apply(.seeked(to: 5)) == [.seek(to: 5, isExact: true)])
    #expect(!clip.isPlaying)
    #expect(clip.apply(.playToggled) == [.play])
  }

  @Test(arguments: Seeds.block(0, of: 8))
  func `after random events the player plays exactly when the state says so`(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    var clip = ClipState()
    var plays = false
    for _ in 0..<2000 {
      let event = Self.event(&dice, plays: plays)
      // The player stops playing by itself after these events.
      if [.openingBegan, .failed, .ended].contains(event) { plays = false }
      for effect in clip.apply(event) {
        switch effect {
        case .play:
          #expect(!plays, "played twice after \(event)")
          plays = true
        case .pause:
          #expect(plays, "paused twice after \(event)")
          plays = false
        case .seek(let seconds, _):
          #expect(seconds >= 0 && seconds <= clip.duration ?? .infinity)
        }
      }
      #expect(plays == clip.isPlaying, "after \(event): \(clip)")
      if clip.isPlaying {
        #expect(clip.isCurrent && !clip.isPulledOrFlying && !clip.isPausedByUser)
      }
      #expect(clip.position >= 0 && clip.position <= clip.duration ?? .infinity)
    }
  }

  private static func event(_ dice: inout SeededGenerator, plays: Bool) -> ClipState.Event {
    let time = Double.random(in: -3...13, using: &dice)
    return switch Int.random(in: 0..<16, using: &dice) {
    case 0: .openingBegan
    case 1, 2: .opened(duration: Bool.random(using: &dice) ? 10 : nil)
    case 3: plays ? .ended : .positionChanged(to: time)
    case 4: Int.random(in: 0..<9, using: &dice) == 0 ? .failed : .positionChanged(to: .nan)
    case 5, 6: .pageAppeared
    case 7: .pageWillDisappear
    case 8: .pageDisappeared
    case 9: .pulledOrFlyingChanged(to: true)
    case 10: .pulledOrFlyingChanged(to: false)
    case 11: .playToggled
    case 12: .scrubbingChanged(to: true)
    case 13: .scrubbingChanged(to: false)
    case 14: .seeked(to: time)
    default: .positionChanged(to: time)
    }
  }
}
