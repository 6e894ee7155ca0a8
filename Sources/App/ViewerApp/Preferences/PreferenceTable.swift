import ArgumentParser
import BrowserCore
import GalleryCore
import Localization
import PhotoBrowser
import Transitions

/// The table of all preferences, in the order of the sheet.
enum PreferenceTable {
  /// The values of the preference for the paging direction.
  private static var directionChoices: [Preference.Choice] {
    [
      Preference.Choice("left-to-right", tr("Left to Right")),
      Preference.Choice("right-to-left", tr("Right to Left")),
      Preference.Choice("top-to-bottom", tr("Top to Bottom")),
    ]
  }

  /// The name of a reading mode in the user's language.
  private static func readingTitle(_ reading: BrowserTuning.ReadingMode) -> String {
    switch reading {
    case .single: tr("Single Page")
    case .spreads: tr("Two Pages")
    case .strip: tr("Continuous", context: "reading")
    }
  }

  static let all: [Preference] = [
    withGroup(.pages, pages), withGroup(.zoom, zoom), withGroup(.pointer, pointer),
    withGroup(.slideshow, slideshows), withGroup(.grid, grid), withGroup(.photos, photos),
    withGroup(.appearance, appearance), withGroup(.keys, keys), withGroup(.startup, startup),
    withGroup(.limits, limits),
  ].flatMap(\.self)

  private static func withGroup(
    _ group: PreferenceGroup, _ preferences: [Preference]
  ) -> [Preference] {
    preferences.map { preference in
      var result = preference
      result.group = group
      return result
    }
  }

  private static let pages: [Preference] = [
    .names(
      "page-effect", "Page Turn", \.pageEffect, standard: "none",
      {
        [Preference.Choice("none", tr("Slide", context: "page turn"))]
          + PageEffects.entries.map { Preference.Choice($0.name, tr($0.title, context: "effect")) }
      }, copy: { $1.pageEffect = $0.pageEffect }),
    .number(
      "page-effect-duration", "Duration of Page Turn", \.pageEffectDuration, in: durationRange,
      standard: tr("{seconds} s", ["seconds": 1]), choices: [0.3, 0.5, 0.8, 1.5, 2],
      label: { tr("{seconds} s", ["seconds": $0]) },
      copy: { $1.pageEffectDuration = $0.pageEffectDuration }),
    .cases(
      "key-turn", "Page Turn by Key", \.keyTurn, standard: .cut,
      label: {
        $0 == .cut ? tr("At Once", context: "page turn") : tr("Slide", context: "page turn")
      }),
    direction,
    Preference.cases(
      "reading", "Reading", \.usualReading, standard: .single, label: { readingTitle($0) },
      copy: { $1.tuning.reading = $0.tuning.reading }
    ).withCommandLineRule { $0.reading != nil },
    .toggle(
      "cover", "First Page Alone", \.cover, standard: true, copies: \.tuning.hasCover),
    .toggle(
      "fit-width", "Fit Pages to Width", \.fitWidth, standard: false, copies: \.tuning.fitsWidth),
    .toggle("loop", "Loop", \.loop, standard: false, copies: \.tuning.isLooping),
    .number(
      "spacing", "Gap Between Pages", \.spacing, in: NumberRange.spacing.numbers, standard: "30",
      choices: [0, 10, 20, 60], copy: { $1.tuning.spacing = $0.tuning.spacing }),
    .names(
      "indicator", "Page Indicator", \.indicator, standard: "auto",
      {
        [
          ("auto", tr("Automatic", context: "page indicator")),
          ("dots", tr("Dots", context: "page indicator")),
          ("number", tr("Number", context: "page indicator")),
          ("none", tr("None", context: "page indicator")),
        ]
        .map { Preference.Choice($0.0, $0.1) }
      }),
    .toggle("filmstrip", "Filmstrip", \.filmstrip, standard: false),
    .toggle("page-strip", "Pages of Files", \.pageStrip, standard: true),
    .names(
      "animator", "Opening", \.animator, standard: TransitionAnimators.standard,
      {
        TransitionAnimators.entries.map {
          Preference.Choice($0.name, tr($0.title, context: "effect"))
        }
      },
      copy: { $1.animator = $0.animator }),
    .number(
      "show-duration", "Duration of Opening", \.showDuration, in: durationRange,
      standard: tr("Automatic", context: "preference"), choices: [0, 0.15, 0.25, 0.4, 0.6, 1],
      label: { tr("{seconds} s", ["seconds": $0]) },
      copy: { $1.showDuration = $0.showDuration }),
    .number(
      "dismiss-duration", "Duration of Closing", \.dismissDuration, in: durationRange,
      standard: tr("Automatic", context: "preference"), choices: [0, 0.15, 0.25, 0.4, 0.6, 1],
      label: { tr("{seconds} s", ["seconds": $0]) },
      copy: { $1.dismissDuration = $0.dismissDuration }),
  ]

  private static let zoom: [Preference] = [
    .parsed(
      "double-tap-scale", "Double-Click Zoom", \.doubleTapScale,
      acceptedValues: "a number from 1, relative to fit, or fill",
      standard: tr("{percent} %", ["percent": 100]),
      choices: ["fill", "2", "3", "4"],
      text: { target in
        if case .factor(let factor) = target { secondsText(factor) } else { "fill" }
      },
      isValid: { target in
        if case .factor(let factor) = target { factor.isFinite && factor >= 1 } else { true }
      },
      label: {
        $0 == "fill" ? tr("Fill", context: "zoom") : tr("{factor} × Fit", ["factor": $0])
      },
      copy: {
        $1.tuning.doubleTapScale = $0.tuning.doubleTapScale
        $1.tuning.doubleTapFills = $0.tuning.doubleTapFills
      }),
    .number(
      "max-scale", "Maximum Zoom", \.maxScale, in: NumberRange.maxScale.numbers,
      standard: tr("{factor} × Fit", ["factor": 16]),
      choices: [4, 8, 32, 64, 128], label: { tr("{factor} × Fit", ["factor": $0]) },
      copy: { $1.tuning.maxScale = $0.tuning.maxScale }),
    .cases(
      "transparency", "Behind Transparency", \.transparency, standard: .checkerboard,
      label: { $0.title }, copy: { $1.transparency = $0.transparency }),
    .toggle(
      "inspect", "Inspect Pixels", \.inspect, standard: false, copies: \.tuning.inspectsPixels),
    .toggle("overview", "Map of Zoomed Pictures", \.overview, standard: false),
  ]

  private static let pointer: [Preference] = [
    .cases(
      "wheel", "Wheel", \.wheel, standard: .page,
      label: {
        $0 == .page ? tr("Turn Pages") : $0 == .zoom ? tr("Zoom") : tr("Pan", context: "wheel")
      },
      copy: { $1.wheelProfile = $0.wheelProfile }),
    .cases(
      "click", "Click", \.click, standard: .controls, excluding: [.report],
      label: { $0 == .close ? tr("Close") : tr("Show Controls") },
      copy: { $1.clickAction = $0.clickAction }),
    .cases(
      "edge-drag", "Drag at Edge", \.edgeDrag, standard: .page,
      label: { $0 == .page ? tr("Next Page") : tr("Stop", context: "drag at edge") },
      copy: { $1.tuning.allowsPagingPastEdges = $0.tuning.allowsPagingPastEdges }),
    .cases(
      "pull", "Pull Down to Close", \.pull, standard: .pbview,
      label: {
        $0 == .pbview ? tr("Standard", context: "pull down to close") : "JXPhoto \($0.rawValue)"
      },
      copy: { $1.tuning.dismissProfile = $0.tuning.dismissProfile }),
    .toggle("swipe-pick", "Swipe Up to Pick", \.swipePick, standard: false),
    .toggle("hover-preview", "Preview on Hover", \.hoverPreview, standard: true),
  ]

  private static let slideshows: [Preference] = [
    slideshow,
    .cases(
      "slideshow-effect", "Slideshow Effect", \.slideshowEffect, standard: .fade,
      label: { $0.title }),
    .toggle("slideshow-shuffle", "Random Order in Slideshow", \.slideshowShuffle, standard: false),
    .toggle("slideshow-picks", "Only Picks in Slideshow", \.slideshowPicks, standard: false),
    .toggle(
      "slideshow-fullscreen", "Slideshow in Fullscreen", \.slideshowFullscreen, standard: true),
  ]

  private static let grid: [Preference] = [
    .parsed(
      "sort", "Order", \.usualSort,
      acceptedValues: SortOrder.allValueStrings.joined(separator: ", "),
      standard: tr("By Name"), choices: ["date", "taken", "size", "none"], text: \.rawValue,
      label: { text in
        switch text {
        case "date": tr("Newest First")
        case "taken": tr("Date Taken")
        case "size": tr("Largest First")
        default: tr("As Listed")
        }
      }
    ).withCommandLineRule { $0.sort != nil },
    Preference.toggle(
      "reverse", "Reverse Order", \.usualReverse, options: ["--reverse", "--no-reverse"]
    ).withCommandLineRule { $0.reverse != nil },
    .parsed(
      "group", "Sections", \.usualGroup,
      acceptedValues: Grouping.allValueStrings.joined(separator: ", "), standard: tr("Folders"),
      choices: ["day", "month", "year"], text: \.rawValue,
      label: { $0 == "day" ? tr("Days") : $0 == "month" ? tr("Months") : tr("Years") }
    ).withCommandLineRule { $0.group != nil },
    .toggle("whole-thumbnails", "Whole Photos in Grid", \.wholeThumbnails, standard: false),
    .toggle("thumbnail-names", "File Names in Grid", \.thumbnailNames, standard: false),
    .toggle("remember", "Remember Order, Size and Position", \.remember, standard: true),
  ]

  private static let photos: [Preference] = [
    .cases(
      "pairs", "RAW and JPEG", \.pairs, standard: .jpeg,
      label: {
        $0 == .jpeg
          ? tr("Show JPEG") : $0 == .raw ? tr("Show RAW") : tr("Separate", context: "RAW and JPEG")
      }),
    .toggle("develop-on-zoom", "Develop RAW on Zoom", \.developOnZoom, standard: false),
    .toggle("bursts", "Join Bursts", \.bursts, standard: false),
    .toggle("cull-advance", "Next Photo After a Mark", \.cullAdvance, standard: true),
  ]

  private static let appearance: [Preference] = [
    .cases("appearance", "Appearance", \.appearance, standard: .auto, label: { $0.title }),
    scale, textScale,
    reduceMotion,
    .number(
      "animation-speed", "Animation Speed", \.animationSpeed,
      in: NumberRange.animationSpeed.numbers, standard: tr("Normal", context: "speed"),
      choices: [0.5, 1.5, 2, 4], label: { "\($0)×" }),
    .parsed(
      "background", "Background of Photos", \.background, acceptedValues: "a color name or #rrggbb",
      standard: tr("Black"), choices: ["#202024", "#808080", "white"], text: \.text,
      label: {
        $0 == "white"
          ? tr("White")
          : $0 == "#808080" ? tr("Gray") : $0 == "#202024" ? tr("Dark Gray") : $0
      },
      copy: { $1.background = $0.background }),
    .parsed(
      "color", "Screen Colors", \.color,
      acceptedValues: "display, standard, untouched or a file with an ICC profile",
      standard: tr("Monitor’s Profile"), choices: ["standard", "untouched"], text: \.text,
      label: { $0 == "standard" ? "sRGB" : $0 == "untouched" ? tr("Not Converted") : $0 }),
  ]

  private static let keys: [Preference] = [
    .cases("keys", "Keys Like", \.keys, standard: .pbview, label: { $0.title })
  ]

  private static let startup: [Preference] = [
    Preference.toggle(
      "fullscreen", "Start in Fullscreen", \.present, options: ["--present", "--push"]
    ).withCommandLineRule { $0.present || $0.push },
    .toggle("reuse", "Open in Running Window", \.reuse, standard: false),
    .toggle("recent", "Remember Recent Pictures", \.recent, standard: true),
  ]

  private static let limits: [Preference] = [
    .parsed(
      "cache", "Picture Cache", \.cache, acceptedValues: "a number of megabytes",
      standard: tr("Automatic", context: "preference"),
      choices: ["256", "512", "1024", "2048", "4096"], text: { "\($0)" }, isValid: { $0 > 0 },
      label: { tr("{number} MB", ["number": $0]) }),
    .amount(
      "max-pixels", "Maximum Pixels", \.maxPixels, standard: "256M",
      choices: ["64M", "128M", "512M", "1G"], example: "256M"),
    .amount(
      "max-bytes", "Maximum File Size", \.maxBytes, standard: "2G",
      choices: ["256M", "1G", "4G", "8G"], example: "2G"),
    .number(
      "max-seconds", "Maximum Decoding Time", \.maxSeconds,
      in: NumberRange.maxSeconds.numbers, standard: tr("{seconds} s", ["seconds": 30]),
      choices: [5, 10, 60, 120],
      label: { tr("{seconds} s", ["seconds": $0]) }),
    .amount(
      "max-frames", "Maximum Frames of Animations", \.maxFrames, standard: "100k",
      choices: ["1k", "10k", "1M"], example: "100k"),
  ]

  /// The range of the durations of animations in seconds.
  private static let durationRange = 0.0...ViewerOptions.maxAnimationDuration

  private static let direction = Preference(
    key: "direction", options: ["--vertical", "--no-vertical", "--rtl", "--no-rtl"],
    row: .choices(title: "Direction") { _ in directionChoices },
    acceptedValues: directionChoices.map(\.value).joined(separator: ", "),
    accepts: { text in directionChoices.contains { $0.value == text } },
    value: {
      $0.options.vertical == true
        ? "top-to-bottom" : $0.options.rtl == true ? "right-to-left" : "left-to-right"
    },
    isGiven: { $0.vertical != nil || $0.rtl != nil },
    set: { settings, text in
      settings.options.vertical = text == "top-to-bottom"
      settings.options.rtl = text == "right-to-left"
    },
    copy: {
      $1.tuning.axis = $0.tuning.axis
      $1.tuning.isRightToLeft = $0.tuning.isRightToLeft
    })

  /// The slideshow intervals that the sheet offers, in seconds.
  private static let intervals: [Double] = [1, 2, 3, 5, 8, 10, 15, 30, 60]

  private static let slideshow: Preference = {
    let range = Slideshow.minInterval...Slideshow.maxInterval
    return Preference(
      key: "slideshow-seconds", options: [],
      row: .choices(title: "Slideshow Interval") { current in
        Set(intervals + [Double(current)].compactMap(\.self)).sorted()
          .map {
            Preference.Choice(secondsText($0), tr("{seconds} s", ["seconds": secondsText($0)]))
          }
      },
      acceptedValues: "seconds from {first} to {last}",
      textValues: ["first": secondsText(range.lowerBound), "last": secondsText(range.upperBound)],
      accepts: { Double($0).map(range.contains) ?? false },
      value: { secondsText($0.slideshowInterval) }, isGiven: { $0.slideshow != nil },
      set: { settings, text in
        if let value = Double(text) { settings.slideshowInterval = value }
      })
  }()

  private static let reduceMotion = Preference.cases(
    "motion", "Reduce Motion", \.motion, standard: .auto,
    label: {
      switch $0 {
      case .auto: tr("Like the Desktop")
      case .full: tr("Off")
      case .reduced: tr("On")
      }
    }, copy: { $1.tuning.reducesMotion = $0.tuning.reducesMotion })

  private static let scale = Preference(
    key: "scale",
    row: .choices(title: "Interface Scale") { current in
      choicesIncludingCurrent(InterfaceScale.offered, current: InterfaceScale(argument: current))
        .map { Preference.Choice($0.text, $0.title) }
    },
    acceptedValues: "auto, or a number from {first} to {last}",
    textValues: [
      "first": secondsText(InterfaceScale.range.lowerBound),
      "last": secondsText(InterfaceScale.range.upperBound),
    ],
    accepts: { InterfaceScale(argument: $0) != nil },
    value: { ($0.options.scale ?? .auto).text }, isGiven: { $0.scale != nil },
    set: { settings, text in
      if let value = InterfaceScale(argument: text) { settings.options.scale = value }
    })

  private static let textScale = Preference(
    key: "text-scale",
    row: .choices(title: "Text Size") { current in
      choicesIncludingCurrent(TextScale.offered, current: TextScale(argument: current))
        .map { Preference.Choice($0.text, $0.title) }
    },
    acceptedValues: "auto, or per cent from 100 to 200",
    accepts: { TextScale(argument: $0) != nil },
    value: { ($0.options.textScale ?? .auto).text }, isGiven: { $0.textScale != nil },
    set: { settings, text in
      if let value = TextScale(argument: text) { settings.options.textScale = value }
    })

  /// The values in a row of the sheet: the usual choices and, if it is none of them, the current
  /// value.
  private static func choicesIncludingCurrent<Value: Equatable>(_ values: [Value], current: Value?)
    -> [Value]
  {
    values + [current].compactMap(\.self).filter { !values.contains($0) }
  }

  /// The backgrounds behind transparent pictures, in the order in which the command for the next
  /// one uses them.
  static let transparencyStyles = BrowserOptions.TransparencyStyle.allCases

  /// The keys of the preferences for slideshows.
  static let slideshowKeys = all.map(\.key).filter { $0.hasPrefix("slideshow-") }

  /// The lines of `--list-preferences`, one per preference: the key, and the title, the accepted
  /// values and the options that set the preference, separated by tabs.
  static var listingLines: [(String, String)] {
    all.map { preference in
      let options = preference.optionNames.joined(separator: ", ")
      return (
        preference.key,
        "\(tr(preference.row.title))\t\(preference.acceptedValuesText)\t\(options)"
      )
    }
  }

  /// The preference with a key in the file; nil when there is none.
  static func preference(_ key: String) -> Preference? { all.first { $0.key == key } }

  /// A number of seconds as text, without a trailing `.0`.
  static func secondsText(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

extension BrowserOptions.TransparencyStyle {
  /// The name of the background behind transparent pictures in the user's language.
  nonisolated var title: String {
    switch self {
    case .checkerboard: tr("Checkerboard")
    case .background: tr("Background of the Window")
    case .light: tr("Light", context: "ground behind transparency")
    case .dark: tr("Dark", context: "ground behind transparency")
    }
  }
}

extension Preference {
  /// A copy of the preference with another rule that decides whether the command line sets it.
  fileprivate func withCommandLineRule(_ isGiven: @escaping (ViewerOptions) -> Bool) -> Preference {
    var result = Preference(
      key: key, options: optionNames, row: row, acceptedValues: acceptedValues,
      textValues: textValues, accepts: accepts, value: value,
      isGiven: isGiven, set: setValue, copy: copyToOpenBrowser)
    result.group = group
    return result
  }
}
