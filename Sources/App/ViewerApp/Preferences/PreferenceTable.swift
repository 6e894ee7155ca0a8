import BrowserCore
import PhotoBrowser
import Transitions

/// The table of all preferences, in the order of the sheet.
enum PreferenceTable {
  /// The choices of the paging direction.
  private static let directions = [
    Preference.Choice("left-to-right", "Left to Right"),
    Preference.Choice("right-to-left", "Right to Left"),
    Preference.Choice("top-to-bottom", "Top to Bottom"),
  ]

  static let all: [Preference] = [
    .names(
      "animator", "Opening", \.animator, standard: TransitionAnimators.standard,
      { TransitionAnimators.names.map { Preference.Choice($0.0, title($0.0)) } },
      copy: { $1.animator = $0.animator }),
    .names(
      "page-effect", "Page Turn", \.pageEffect, standard: "none",
      {
        [Preference.Choice("none", "Slide")]
          + PageEffects.entries.map { Preference.Choice($0.name, $0.title) }
      }, copy: { $1.pageEffect = $0.pageEffect }),
    .cases(
      "key-turn", "Page Turn by Key", \.keyTurn, standard: .cut,
      label: { $0 == .cut ? "At Once" : "Slide" }),
    .cases(
      "edge-drag", "Drag at Edge", \.edgeDrag, standard: .page,
      label: { $0 == .page ? "Next Page" : "Stop" },
      copy: { $1.tuning.pagesPastEdges = $0.tuning.pagesPastEdges }),
    direction,
    .toggle("loop", "Loop", \.loop, copies: \.tuning.isLooping),
    .names(
      "indicator", "Page Indicator", \.indicator, standard: "auto",
      {
        [("auto", "Automatic"), ("dots", "Dots"), ("number", "Number"), ("none", "None")]
          .map { Preference.Choice($0.0, $0.1) }
      }),
    .toggle("filmstrip", "Filmstrip", \.filmstrip),
    slideshow,
    .cases(
      "slideshow-effect", "Slideshow Effect", \.slideshowEffect, standard: .fade,
      label: { $0.title }),
    .toggle("slideshow-shuffle", "Random Order in Slideshow", \.slideshowShuffle),
    .toggle("slideshow-picks", "Only Picks in Slideshow", \.slideshowPicks),
    .toggle(
      "slideshow-fullscreen", "Slideshow in Fullscreen", \.slideshowFullscreen, standard: true),
    .cases(
      "transparency", "Behind Transparency", \.transparency, standard: .checkerboard,
      label: { $0.title }, copy: { $1.transparency = $0.transparency }),
    .toggle("inspect", "Inspect Pixels", \.inspect, copies: \.tuning.inspectsPixels),
    .toggle("overview", "Map of Zoomed Pictures", \.overview),
    .toggle("whole-thumbnails", "Whole Photos in Grid", \.wholeThumbnails),
    .toggle("thumbnail-names", "File Names in Grid", \.thumbnailNames),
    hoverPreview,
    .cases(
      "pairs", "RAW and JPEG", \.pairs, standard: .jpeg,
      label: { $0 == .jpeg ? "Show JPEG" : $0 == .raw ? "Show RAW" : "Separate" }),
    .toggle("develop-on-zoom", "Develop RAW on Zoom", \.developOnZoom),
    .toggle("bursts", "Join Bursts", \.bursts, standard: false),
    .toggle("cull-advance", "Next Photo After a Mark", \.cullAdvance, standard: true),
    .toggle("swipe-pick", "Swipe Up to Pick", \.swipePick),
    reduceMotion,
    .toggle("recent", "Remember Recent Pictures", \.recent, standard: true),
    .amount("max-pixels", \.maxPixels, example: "256M"),
    .amount("max-bytes", \.maxBytes, example: "2G"),
    maxSeconds,
    .amount("max-frames", \.maxFrames, example: "100k"),
  ]

  private static let direction = Preference(
    key: "direction", row: .choices(title: "Direction") { _ in directions },
    wanted: directions.map(\.value).joined(separator: ", "),
    accepts: { text in directions.contains { $0.value == text } },
    value: {
      $0.options.vertical ? "top-to-bottom" : $0.options.rtl ? "right-to-left" : "left-to-right"
    },
    isGiven: { $0.vertical || $0.rtl },
    set: { settings, text in
      settings.options.vertical = text == "top-to-bottom"
      settings.options.rtl = text == "right-to-left"
    },
    copy: {
      $1.tuning.axis = $0.tuning.axis
      $1.tuning.isRightToLeft = $0.tuning.isRightToLeft
    })

  /// The intervals offered in the sheet, in seconds.
  private static let intervals: [Double] = [1, 2, 3, 5, 8, 10, 15, 30, 60]

  private static let slideshow: Preference = {
    let range = Slideshow.minInterval...Slideshow.maxInterval
    return Preference(
      key: "slideshow-seconds",
      row: .choices(title: "Slideshow Interval") { current in
        Set(intervals + [Double(current)].compactMap(\.self)).sorted()
          .map { Preference.Choice(seconds($0), "\(seconds($0)) s") }
      },
      wanted: "seconds from \(seconds(range.lowerBound)) to \(seconds(range.upperBound))",
      accepts: { Double($0).map(range.contains) ?? false },
      value: { seconds($0.slideshowInterval) }, isGiven: { $0.slideshow != nil },
      set: { settings, text in
        if let value = Double(text) { settings.slideshowInterval = value }
      })
  }()

  private static let hoverPreview = Preference(
    key: "hover-preview", row: .toggle(title: "Preview on Hover"), wanted: "true or false",
    accepts: { Bool($0) != nil },
    value: { String(!$0.options.noHoverPreview) }, isGiven: { $0.noHoverPreview },
    set: { settings, text in
      if let value = Bool(text) { settings.options.noHoverPreview = !value }
    })

  private static let reduceMotion = Preference(
    key: "motion", row: .toggle(title: "Reduce Motion", off: "full", on: "reduced"),
    wanted: "full or reduced", accepts: { MotionAmount(rawValue: $0) != nil },
    value: { ($0.options.motion ?? .full).rawValue }, isGiven: { $0.motion != nil },
    set: { settings, text in
      if let value = MotionAmount(rawValue: text) { settings.options.motion = value }
    }, copy: { $1.tuning.reducesMotion = $0.tuning.reducesMotion })

  private static let maxSeconds = Preference(
    key: "max-seconds", row: .none,
    wanted: "seconds up to \(Int(PictureLimits.maxDecodingTime))",
    accepts: { Double($0).map { $0 > 0 && $0 <= PictureLimits.maxDecodingTime } ?? false },
    value: { $0.options.maxSeconds.map { seconds($0) } }, isGiven: { $0.maxSeconds != nil },
    set: { settings, text in
      if let value = Double(text) { settings.options.maxSeconds = value }
    })

  /// The grounds behind transparency, in the order in which a key steps through them.
  static let grounds = BrowserOptions.TransparencyStyle.allCases

  /// The keys of the preferences of slideshows.
  static let slideshowKeys = all.map(\.key).filter { $0.hasPrefix("slideshow-") }

  /// The preference with a key; nil when there is none.
  static func preference(_ key: String) -> Preference? { all.first { $0.key == key } }

  /// A number of seconds without a trailing `.0`.
  static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  /// A name such as “smooth-zoom” in title case.
  private static func title(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

extension BrowserOptions.TransparencyStyle {
  /// The name in the preferences.
  nonisolated var title: String {
    switch self {
    case .checkerboard: "Checkerboard"
    case .background: "Background of the Window"
    case .light: "Light"
    case .dark: "Dark"
    }
  }
}
