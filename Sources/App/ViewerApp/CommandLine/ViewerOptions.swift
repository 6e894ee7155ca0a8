public import ArgumentParser
import BrowserCore
import Drawing
public import GalleryCore
public import PhotoBrowser
public import Transitions

/// The command line, as parsed.
struct ViewerOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Pictures, folders, URIs (file, http, https); - reads a list from standard input.",
      valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Begin at this picture: a number from 1, or a name.", valueName: "n|name"))
  var start: String?
  @Flag(help: "Take the pictures of all folders below, too.") var recursive = false
  @Option(help: ArgumentHelp("Order of the pictures.", valueName: "order"))
  var sort: SortOrder = .name
  @Flag(help: "Turn the order round.") var reverse = false
  @Flag(name: [.customShort("0")], help: "Lists are separated by NUL bytes, in and out.")
  var nul = false

  @Flag(help: "Begin in the grid, also for files and lists.") var grid = false
  @Flag(help: "Begin at the first picture, also for folders.") var browse = false
  @Flag(help: "Begin fullscreen: nothing but the picture.") var present = false
  @Flag(help: "Begin in a window with a title bar (default).") var push = false
  @Option(help: ArgumentHelp("Size and place of the window.", valueName: "WxH+X+Y"))
  var geometry: WindowGeometry?
  @Option(help: ArgumentHelp("Colour behind the pictures: a name or #rrggbb.", valueName: "color"))
  var background: ParsedColor?
  @Option(help: ArgumentHelp("Gap between two pictures, in pixels (default: 30).", valueName: "px"))
  var spacing: Double?
  @Flag(help: "Pages follow each other downwards.") var vertical = false
  @Flag(help: "The next page lies to the left.") var rtl = false
  @Flag(help: "The first picture follows the last one.") var loop = false
  @Option(
    help: ArgumentHelp(
      "Turn the pages by itself, each after so many seconds (default: 3).", valueName: "seconds"))
  var slideshow: Double?
  @Option(
    help: ArgumentHelp(
      "What tells the page: auto, dots, number or none (default: auto).", valueName: "name"))
  var indicator: String?
  @Flag(help: "List the page indicators, and exit.") var listIndicators = false
  @Option(
    help: ArgumentHelp(
      "How pictures open and close over the grid (default: morph).", valueName: "name"))
  var animator: String?
  @Flag(help: "List the animators of opening and closing, and exit.") var listAnimators = false
  @Option(
    help: ArgumentHelp("How long opening takes (default: the animator's time).", valueName: "s"))
  var showDuration: Double?
  @Option(
    help: ArgumentHelp("How long closing takes (default: the animator's time).", valueName: "s"))
  var dismissDuration: Double?
  @Option(
    help: ArgumentHelp(
      "What closes a picture whose thumbnail cannot be seen.", valueName: "style"))
  var offscreen: OffscreenStyle = .fadeInPlace
  @Option(
    help: ArgumentHelp(
      "How pages turn: an effect of --list-page-effects (default: they slide).", valueName: "name"))
  var pageEffect: String?
  @Flag(help: "List the page effects, and exit.") var listPageEffects = false
  @Option(
    help: ArgumentHelp(
      "How long a turn by key takes with an effect, in seconds (default: 1).", valueName: "seconds"
    ))
  var pageEffectDuration: Double?
  @Option(help: ArgumentHelp("Largest zoom, times fit (default: 16).", valueName: "x"))
  var maxScale: Double?
  @Option(
    help: ArgumentHelp(
      "Double-click zoom, times fit, or fill (default: 100 %, or 2.5 where that is too near).",
      valueName: "x"))
  var doubleTapScale: DoubleTapTarget?
  @Option(help: ArgumentHelp("What the wheel does.", valueName: "profile"))
  var wheel: BrowserOptions.WheelProfile = .page
  @Option(
    help: ArgumentHelp("What a click does.", valueName: "action"))
  var click: BrowserOptions.ClickAction = .controls
  @Option(help: ArgumentHelp("How much moves (default: full).", valueName: "amount"))
  var motion: MotionAmount?
  @Option(
    help: ArgumentHelp(
      "How many times as fast tabs and scenes change.", valueName: "x"))
  var animationSpeed = 1.0
  @Option(
    help: ArgumentHelp(
      "Laws of pulling down: those of JXPhotoBrowser 3 or 4.", valueName: "version"))
  var pull: PullProfile = .three
  @Option(
    help: ArgumentHelp(
      "What is behind transparent pictures.",
      valueName: "style"))
  var transparency: BrowserOptions.TransparencyStyle = .checkerboard
  @Option(
    help: ArgumentHelp(
      "Colours of the pictures: the monitor's, standard (sRGB), untouched, or a profile's (a file).",
      valueName: "display|standard|untouched|file"))
  var color = ColorChoice.usual
  @Option(
    help: ArgumentHelp(
      "Preferences (default: pbview/preferences in the folder for configuration).",
      valueName: "file"))
  var config: String?
  @Option(
    help: ArgumentHelp(
      "Memory for pictures beside the page and its neighbours, in megabytes (default: two pages).",
      valueName: "MB"))
  var cache: Int?
  @Option(
    help: ArgumentHelp(
      "Most pixels of a picture that is decoded whole (default: 256M).", valueName: "n"))
  var maxPixels: Amount?
  @Option(
    help: ArgumentHelp("Most bytes that are read of a file (default: 2G).", valueName: "n"))
  var maxBytes: Amount?
  @Option(help: ArgumentHelp("Most seconds for a picture (default: 30).", valueName: "s"))
  var maxSeconds: Double?
  @Option(
    help: ArgumentHelp(
      "Most frames of an animation; it ends with the last (default: 100k).", valueName: "n"))
  var maxFrames: Amount?

  @Option(
    help: ArgumentHelp("Draw one picture into a PNG file, without a display.", valueName: "out.png")
  )
  var render: String?
  @Option(
    help: ArgumentHelp("Size of the page for --render (default: 1920x1080).", valueName: "WxH"))
  var size: WindowGeometry?
  @Flag(help: "Print the list of pictures, one path a line, and exit.") var printList = false
  @Flag(help: "Tell which formats this machine can show, and exit.") var formats = false
  @Flag(help: "Print the version, and exit.") var version = false
  @Option(help: ArgumentHelp("What to report.", valueName: "level"))
  var log: LogLevel = .error
}

/// How much of the motion is wanted.
nonisolated enum MotionAmount: String, ExpressibleByArgument, CaseIterable { case full, reduced }

/// Whose laws of pulling down.
nonisolated enum PullProfile: String, ExpressibleByArgument, CaseIterable {
  case three = "3"
  case four = "4"

  var profile: DismissProfile { self == .three ? .jxPhotoBrowser3 : .jxPhotoBrowser4 }
}

// Not `taken`: only the decoder can tell it.
nonisolated extension SortOrder: ExpressibleByArgument {
  /// The orders that a list of files can be put into.
  public static var allValueStrings: [String] { [Self.name, .date, .size, .none].map(\.rawValue) }
  /// Takes one of them.
  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}
nonisolated extension LogLevel: ExpressibleByArgument {}
nonisolated extension DoubleTapTarget: ExpressibleByArgument {
  /// Reads `fill` or a number.
  public init?(argument: String) {
    if argument == "fill" {
      self = .fill
    } else {
      guard let factor = Double(argument) else { return nil }
      self = .factor(factor)
    }
  }
}
nonisolated extension BrowserOptions.WheelProfile: ExpressibleByArgument {}
nonisolated extension OffscreenStyle: ExpressibleByArgument {}
nonisolated extension BrowserOptions.ClickAction: ExpressibleByArgument {}
nonisolated extension BrowserOptions.TransparencyStyle: ExpressibleByArgument {}

/// A colour on the command line.
nonisolated struct ParsedColor: ExpressibleByArgument {
  var color: Color
  init?(argument: String) {
    guard let color = Color(parsing: argument) else { return nil }
    self.color = Color(red: color.red, green: color.green, blue: color.blue)
  }
}
