import BrowserCore
import PhotoBrowser
import Transitions

nonisolated extension Preferences {
  /// Puts what was chosen into a browser's options.
  func apply(to options: inout BrowserOptions) {
    if let animator { options.animator = animator }
    if let pageEffect { options.pageEffect = pageEffect == "none" ? nil : pageEffect }
    if let direction {
      options.tuning.axis = direction == .topToBottom ? .vertical : .horizontal
      options.tuning.isRightToLeft = direction == .rightToLeft
    }
    if let loops { options.tuning.isLooping = loops }
    if let motion { options.tuning.reducesMotion = motion == .reduced }
  }

  /// These, with what differs between two others.
  func with(_ next: Preferences, insteadOf last: Preferences) -> Preferences {
    var result = self
    func take<Value: Equatable>(_ part: WritableKeyPath<Preferences, Value?>) {
      if next[keyPath: part] != last[keyPath: part] { result[keyPath: part] = next[keyPath: part] }
    }
    take(\.animator)
    take(\.pageEffect)
    take(\.direction)
    take(\.loops)
    take(\.indicator)
    take(\.slideshow)
    take(\.motion)
    return result
  }

  /// What differs from others, for `--log trace`.
  func changes(since last: Preferences) -> String {
    var empty = Preferences()
    empty = empty.with(self, insteadOf: last)
    let parts = [
      empty.animator.map { "animator=\($0)" }, empty.pageEffect.map { "page-effect=\($0)" },
      empty.direction.map { "direction=\($0.rawValue)" }, empty.loops.map { "loop=\($0 ? 1 : 0)" },
      empty.indicator.map { "indicator=\($0)" }, empty.slideshow.map { "slideshow=\($0)" },
      empty.motion.map { "motion=\($0.rawValue)" },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}

nonisolated extension ViewerOptions {
  /// All that is a preference, as it is in force; how long slides are seen is not known here.
  var preferences: Preferences {
    var result = Preferences()
    result.animator = animator ?? TransitionAnimators.standard
    result.pageEffect = pageEffect ?? "none"
    result.direction = vertical ? .topToBottom : rtl ? .rightToLeft : .leftToRight
    result.loops = loop
    result.indicator = indicator ?? "auto"
    result.motion = motion ?? .full
    return result
  }

  /// Takes what was chosen for what the command line left open.
  mutating func fill(from chosen: Preferences) {
    var open = chosen
    if animator != nil { open.animator = nil }
    if pageEffect != nil { open.pageEffect = nil }
    if vertical || rtl { open.direction = nil }
    if loop { open.loops = nil }
    if indicator != nil { open.indicator = nil }
    if motion != nil { open.motion = nil }
    limits = limits.filled(from: chosen.limits)
    take(open)
  }

  /// Takes what was chosen.
  mutating func take(_ chosen: Preferences) {
    animator = chosen.animator ?? animator
    pageEffect = chosen.pageEffect ?? pageEffect
    if let direction = chosen.direction {
      vertical = direction == .topToBottom
      rtl = direction == .rightToLeft
    }
    loop = chosen.loops ?? loop
    indicator = chosen.indicator ?? indicator
    motion = chosen.motion ?? motion
  }
}
