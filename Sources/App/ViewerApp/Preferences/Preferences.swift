import BrowserCore
import Desktop
import PhotoBrowser
import Transitions

/// What a person has chosen once and for all; nil where they have not.
///
/// The command line goes before it, and what is chosen here goes before the defaults.
nonisolated struct Preferences: Hashable, Sendable {
  /// Which way pages follow each other.
  enum Direction: String, CaseIterable, Sendable {
    /// The next page lies to the right.
    case leftToRight = "left-to-right"
    /// The next page lies to the left.
    case rightToLeft = "right-to-left"
    /// The next page lies below.
    case topToBottom = "top-to-bottom"
  }
  /// How pictures open and close over the grid.
  var animator: String?
  /// How pages turn; `none` slides them.
  var pageEffect: String?
  /// Which way pages follow each other.
  var direction: Direction?
  /// True goes from the last page on to the first.
  var loops: Bool?
  /// What tells the page.
  var indicator: String?
  /// Seconds from one picture of a slideshow to the next.
  var slideshow: Double?
  /// How much moves.
  var motion: MotionAmount?
  /// What one picture may cost.
  var limits = PictureLimits()

  private static let group = "pbview"

  private enum Key {
    static let animator = "animator"
    static let pageEffect = "page-effect"
    static let direction = "direction"
    static let loops = "loop"
    static let indicator = "indicator"
    static let slideshow = "slideshow-seconds"
    static let motion = "motion"
    static let maxPixels = "max-pixels"
    static let maxBytes = "max-bytes"
    static let maxSeconds = "max-seconds"
    static let maxFrames = "max-frames"
  }

  /// Nothing chosen.
  init() {}

  /// Reads what a key file says. A value that makes no sense is as if it were not there.
  ///
  /// - Parameter complain: gets a sentence about the first such value.
  init(_ file: KeyFile, complain: (String) -> Void = { _ in }) {
    var complaint: String?
    func read<Value>(_ key: String, _ wanted: String, _ make: (String) -> Value?) -> Value? {
      guard let text = file[Self.group, key] else { return nil }
      if let value = make(text) { return value }
      complaint = complaint ?? "\(key) takes \(wanted), not “\(text)”"
      return nil
    }
    func named(_ key: String, among names: [String]) -> String? {
      read(key, names.joined(separator: ", ")) { names.contains($0) ? $0 : nil }
    }
    animator = named(Key.animator, among: TransitionAnimators.builtIn.map(\.0))
    pageEffect = named(Key.pageEffect, among: ["none"] + PageEffects.standard.names.map(\.name))
    let directions = Direction.allCases.map(\.rawValue).joined(separator: ", ")
    direction = read(Key.direction, directions, Direction.init(rawValue:))
    loops = read(Key.loops, "true or false") { $0 == "true" ? true : $0 == "false" ? false : nil }
    indicator = named(Key.indicator, among: PageIndicators.names.map(\.0))
    let range = Slideshow.shortestInterval...Slideshow.longestInterval
    let (least, most) = (Self.seconds(range.lowerBound), Self.seconds(range.upperBound))
    slideshow = read(Key.slideshow, "seconds from \(least) to \(most)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
    motion = read(Key.motion, "full or reduced", MotionAmount.init(rawValue:))
    limits.pixels = read(Key.maxPixels, "a number like 256M", Amount.init(argument:))
    limits.bytes = read(Key.maxBytes, "a number like 2G", Amount.init(argument:))
    limits.frames = read(Key.maxFrames, "a number like 100k", Amount.init(argument:))
    let longest = PictureLimits.longestTime
    limits.seconds = read(Key.maxSeconds, "seconds up to \(Int(longest))") { text in
      Double(text).flatMap { $0 > 0 && $0 <= longest ? $0 : nil }
    }
    if let complaint { complain(complaint) }
  }

  /// Writes what was chosen into a key file, beside all else that is there.
  func write(to file: KeyFile) {
    func put(_ key: String, _ value: String?) {
      if value != nil || file[Self.group, key] != nil { file[Self.group, key] = value }
    }
    put(Key.animator, animator)
    put(Key.pageEffect, pageEffect)
    put(Key.direction, direction?.rawValue)
    put(Key.loops, loops.map { $0 ? "true" : "false" })
    put(Key.indicator, indicator)
    put(Key.slideshow, slideshow.map(Self.seconds))
    put(Key.motion, motion?.rawValue)
    put(Key.maxPixels, limits.pixels?.text)
    put(Key.maxBytes, limits.bytes?.text)
    put(Key.maxSeconds, limits.seconds.map(Self.seconds))
    put(Key.maxFrames, limits.frames?.text)
  }

  /// A number of seconds without needless zeros.
  static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
