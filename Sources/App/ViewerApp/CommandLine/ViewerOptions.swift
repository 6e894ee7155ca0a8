public import ArgumentParser
import BrowserCore
import Drawing
public import GalleryCore
import Localization
public import PhotoBrowser

/// The parsed command line of pbview.
struct ViewerOptions: ParsableCommand {
  /// The parser's configuration, in which pbview has a parent command. Without one, the parser
  /// offers `--generate-completion-script` and spends a fifth of its time on the search for that
  /// option at every start.
  static let configuration = CommandConfiguration(
    commandName: "pbview", _superCommandName: "pbview")

  @Argument(
    help: ArgumentHelp(
      tr(
        "Pictures, folders, URIs (file, http, https; also IIIF and Deep Zoom); - reads a list from standard input."
      ),
      valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(tr("First picture: a number from 1, or a name."), valueName: "n|name"))
  var start: String?
  @Flag(help: ArgumentHelp(tr("Include subfolders."))) var recursive = false
  @Option(help: ArgumentHelp(tr("Order of the pictures (default: name)."), valueName: "order"))
  var sort: SortOrder?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Reverse the order."))) var reverse: Bool?
  @Option(
    help: ArgumentHelp(tr("Sections of the grid (default: folder)."), valueName: "grouping"))
  var group: Grouping?
  // The sort order, its direction and the sections that the preferences state, for folders without
  // a remembered order. The options `--sort`, `--reverse` and `--group` have priority over these
  // values and over the remembered order.
  @Option(help: .private) var usualSort: SortOrder?
  @Flag(help: .private) var usualReverse = false
  @Option(help: .private) var usualGroup: Grouping?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      tr("Remember order, thumbnail size and last photo of folders, and tabs (default).")))
  var remember: Bool?
  // The value of `--filter` may begin with a hyphen, such as `-flag:reject`, and is not taken for
  // an option then.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      tr("Only photos of folders that match, such as 'rating>=3 camera:nikon taken:2024-05'."),
      valueName: "terms"),
    transform: { text in
      do throws(PhotoFilter.Failure) { return try PhotoFilter.parse(text) } catch {
        throw ValidationError(error.message)
      }
    })
  var filter: PhotoFilter?
  @Option(
    help: ArgumentHelp(
      tr("A RAW file and its JPEG: one photo, shown by either, or separate (default: jpeg)."),
      valueName: "which"))
  var pairs: StackRules.PairRule?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Show the photos of a burst as one, by their names.")))
  var bursts: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      tr("Develop a RAW photo when it is enlarged beyond the pixels of its preview.")))
  var developOnZoom: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("In the culling mode, a mark leads to the next photo (default).")))
  var cullAdvance: Bool?
  @Flag(help: ArgumentHelp(tr("Print the paths of the photos that were picked, at the end.")))
  var marked = false
  @Flag(
    name: [.customShort("0")], help: ArgumentHelp(tr("Lists of paths are separated by NUL bytes.")))
  var nul = false

  @Flag(help: ArgumentHelp(tr("Start in the grid, also for files and lists."))) var grid = false
  @Flag(help: ArgumentHelp(tr("Start with the recent pictures."))) var showRecent = false
  @Flag(help: ArgumentHelp(tr("Start at the first picture, also for folders."))) var browse = false
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Show whole photos in the grid, uncropped.")))
  var wholeThumbnails: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Show file names in the grid.")))
  var thumbnailNames: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Show a filmstrip below the photo.")))
  var filmstrip: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      tr("Show the pages of a document or of a file with several pictures below the photo.")))
  var pageStrip: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Show a preview when the pointer rests on a thumbnail (default).")))
  var hoverPreview: Bool?
  @Flag(help: ArgumentHelp(tr("Start in fullscreen."))) var present = false
  @Flag(help: ArgumentHelp(tr("Start in a window with a title bar (default)."))) var push = false
  @Option(help: ArgumentHelp(tr("Size and position of the window."), valueName: "WxH+X+Y"))
  var geometry: WindowGeometry?
  @Option(help: ArgumentHelp(tr("Background color: a name or #rrggbb."), valueName: "color"))
  var background: ParsedColor?
  @Option(help: ArgumentHelp(tr("Gap between pages, in pixels (default: 30)."), valueName: "px"))
  var spacing: Double?
  @Flag(
    inversion: .prefixedNo, help: ArgumentHelp(tr("Vertical paging: the next page lies below.")))
  var vertical: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Right-to-left paging: the next page lies to the left.")))
  var rtl: Bool?
  @Option(
    help: ArgumentHelp(
      tr("Pages put together: single, spreads of two, or a strip of all (default: single)."),
      valueName: "mode"))
  var reading: BrowserTuning.ReadingMode?
  // The arrangement of pages for reading that the preferences state, for folders without a
  // remembered arrangement.
  @Option(help: .private) var usualReading: BrowserTuning.ReadingMode?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("In spreads, the first page is alone, as a cover (default).")))
  var cover: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Fit pages to the width, and read down tall ones with Space.")))
  var fitWidth: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Loop: the first picture follows the last.")))
  var loop: Bool?
  @Option(
    help: ArgumentHelp(
      tr("Start a slideshow with this interval (default: 3)."), valueName: "seconds"))
  var slideshow: Double?
  @Option(
    help: ArgumentHelp(
      tr("Page indicator: auto, dots, number or none (default: auto)."), valueName: "name"),
    completion: .shellCommand("pbview --list-indicators | cut -f1"))
  var indicator: String?
  @Flag(help: ArgumentHelp(tr("List the page indicators, and exit."))) var listIndicators = false
  @Option(
    help: ArgumentHelp(
      tr("Animation between grid and page (default: morph)."), valueName: "name"),
    completion: .shellCommand("pbview --list-animators | cut -f1"))
  var animator: String?
  @Flag(help: ArgumentHelp(tr("List the opening animations, and exit."))) var listAnimators = false
  @Option(
    help: ArgumentHelp(
      tr("Duration of the opening animation (default: the animator's)."), valueName: "s"))
  var showDuration: Double?
  @Option(
    help: ArgumentHelp(
      tr("Duration of the closing animation (default: the animator's)."), valueName: "s"))
  var dismissDuration: Double?
  @Option(
    help: ArgumentHelp(
      tr("Page transition, one of --list-page-effects (default: none)."), valueName: "name"),
    completion: .shellCommand("echo none; pbview --list-page-effects | cut -f1"))
  var pageEffect: String?
  @Flag(help: ArgumentHelp(tr("List the page effects, and exit."))) var listPageEffects = false
  @Option(
    help: ArgumentHelp(
      tr("Duration of a page transition started by a key (default: 1)."), valueName: "seconds"
    ))
  var pageEffectDuration: Double?
  @Option(
    help: ArgumentHelp(
      tr("Maximum zoom, relative to fit (default: 16, and at least 400 %)."), valueName: "x"))
  var maxScale: Double?
  @Option(
    help: ArgumentHelp(
      tr(
        "Double-click zoom, relative to fit, or fill (default: 100 %, or 2.5 if that is close to fit)."
      ),
      valueName: "x"))
  var doubleTapScale: BrowserTuning.DoubleTapTarget?
  @Option(help: ArgumentHelp(tr("Mouse wheel action (default: page)."), valueName: "profile"))
  var wheel: BrowserOptions.WheelProfile?
  @Option(
    help: ArgumentHelp(tr("Click action (default: controls)."), valueName: "action"))
  var click: BrowserOptions.ClickAction?
  @Option(
    help: ArgumentHelp(
      tr("Colors of the interface: auto, light, dark or high-contrast (default: auto)."),
      valueName: "name"))
  var appearance: AppearanceChoice?
  @Option(
    help: ArgumentHelp(
      tr("Scale of the interface: auto, or a number from 0.5 to 8 (default: auto)."),
      valueName: "x"),
    completion: .list(["auto", "1", "1.25", "1.5", "1.75", "2", "2.5", "3"]))
  var scale: InterfaceScale?
  @Option(
    help: ArgumentHelp(
      tr("Size of text and controls: auto, or per cent from 100 to 200 (default: auto)."),
      valueName: "percent"))
  var textScale: TextScale?
  @Option(
    help: ArgumentHelp(
      tr("Animation: auto, full or reduced (default: auto)."), valueName: "amount"))
  var motion: MotionAmount?
  // Whether the desktop's settings ask for reduced motion. The value applies unless the user chose
  // otherwise by `--motion`.
  @Flag(help: .private) var desktopReducesMotion = false
  @Option(
    help: ArgumentHelp(
      tr("Speed of animations between tabs and views (default: 1)."), valueName: "x"))
  var animationSpeed: Double?
  @Option(
    help: ArgumentHelp(
      tr(
        "Pull-down-to-close behavior: pbview (distance or speed), or JXPhotoBrowser 3 or 4 (default: pbview)."
      ),
      valueName: "law"))
  var pull: PullDownProfile?
  @Option(
    help: ArgumentHelp(
      tr("Drag at the edge of a zoomed picture: next page, or stop (default: page)."),
      valueName: "action"))
  var edgeDrag: EdgeDrag?
  @Option(
    help: ArgumentHelp(
      tr("Page turn by a key press: at once, or with a slide (default: cut)."),
      valueName: "way"))
  var keyTurn: KeyTurn?
  @Option(
    help: ArgumentHelp(
      tr("Background behind transparent pictures (default: checkerboard)."),
      valueName: "style"))
  var transparency: BrowserOptions.TransparencyStyle?
  @Option(
    help: ArgumentHelp(
      tr("Effect between the pictures of a slideshow (default: fade)."), valueName: "effect"))
  var slideshowEffect: SlideshowEffect?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Show the pictures of a slideshow in random order.")))
  var slideshowShuffle: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Show only picked photos in a slideshow.")))
  var slideshowPicks: Bool?
  @Flag(
    inversion: .prefixedNo, help: ArgumentHelp(tr("Fill the screen with a slideshow (default).")))
  var slideshowFullscreen: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Pick a photo by a swipe up with a finger.")))
  var swipePick: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Show a grid of large pixels, and the color under the pointer.")))
  var inspect: Bool?
  @Flag(inversion: .prefixedNo, help: ArgumentHelp(tr("Show a map of a zoomed picture.")))
  var overview: Bool?
  @Option(
    help: ArgumentHelp(
      tr("Color profile of the screen: the monitor's, sRGB, none, or a file (default: display)."),
      valueName: "display|standard|untouched|file"),
    completion: .list(["display", "standard", "untouched"]))
  var color: ColorChoice?
  @Option(
    help: ArgumentHelp(
      tr("Keys of another program: pbview, gnome, feh, nsxiv or geeqie (default: pbview)."),
      valueName: "profile"))
  var keys: KeyProfile?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Open the files in the window of a running pbview, if there is one.")))
  var reuse: Bool?
  @Option(
    help: ArgumentHelp(
      tr(
        "Perform a command in the running pbview (see --list-commands), or print its current, selection, marked, index, count or title."
      ),
      valueName: "command"),
    completion: .shellCommand(
      "pbview --list-commands | cut -f1; printf '%s\\n' open-files activate current selection marked index count title"
    ))
  var remote: String?
  @Flag(help: .private) var dbusService = false
  @Option(name: .customLong("sm-client-id"), help: .private) var sessionID: String?
  @Flag(help: ArgumentHelp(tr("List the commands with their keys, and exit."))) var listCommands =
    false
  @Flag(help: ArgumentHelp(tr("List the preferences with their values and options, and exit.")))
  var listPreferences = false
  @Option(
    help: ArgumentHelp(
      tr("Preferences file (default: ~/.config/pbview/preferences)."),
      valueName: "file"), completion: .file())
  var config: String?
  @Option(
    help: ArgumentHelp(
      tr("Picture cache in megabytes, beside the current page (default: two pages)."),
      valueName: "MB"))
  var cache: Int?
  @Option(
    help: ArgumentHelp(
      tr("Maximum pixels of a picture that is decoded whole (default: 256M)."), valueName: "n"))
  var maxPixels: Amount?
  @Option(
    help: ArgumentHelp(tr("Maximum bytes read from a file (default: 2G)."), valueName: "n"))
  var maxBytes: Amount?
  @Option(
    help: ArgumentHelp(tr("Maximum seconds to decode a picture (default: 30)."), valueName: "s"))
  var maxSeconds: Double?
  @Option(
    help: ArgumentHelp(
      tr("Maximum frames of an animation (default: 100k)."), valueName: "n"))
  var maxFrames: Amount?

  @Option(
    help: ArgumentHelp(
      tr("Render one picture to a PNG file, without a display."), valueName: "out.png"),
    completion: .file(extensions: ["png"]))
  var render: String?
  @Option(
    help: ArgumentHelp(tr("Page size for --render (default: 1920x1080)."), valueName: "WxH"))
  var size: WindowGeometry?
  @Option(
    help: ArgumentHelp(
      tr("With --render: only the picture, at most this many pixels wide and high."),
      valueName: "pixels"))
  var thumbnail: Int?
  @Flag(help: ArgumentHelp(tr("Print the list of pictures, one path a line, and exit.")))
  var printList = false
  @Flag(
    help: ArgumentHelp(
      tr("Print information about each picture: size, camera, date and more, and exit.")))
  var info = false
  @Flag(help: ArgumentHelp(tr("Print --info as JSON, one object a line."))) var json = false
  @Flag(help: ArgumentHelp(tr("List the supported formats, and exit."))) var formats = false
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(tr("Add viewed pictures to the desktop's recent files (default).")))
  var recent: Bool?
  @Flag(
    help: ArgumentHelp(
      tr("Delete the index of photos, and exit; it is made again when it is needed.")))
  var deleteIndex = false
  @Flag(
    help: ArgumentHelp(
      tr(
        "Leave no trace: no entry in the recent files or the index of photos, no remembered window size."
      ))
  )
  var `private` = false
  @Option(
    help: ArgumentHelp(
      tr(
        "Record keys, pointer, window and answers of the disk for a bug report, without pictures and names."
      ),
      valueName: "file"), completion: .file())
  var record: String?
  @Flag(help: ArgumentHelp(tr("Keep the names of files in the recording."))) var recordNames = false
  @Option(
    help: ArgumentHelp(
      tr("Play a recording, and name the first frame that differs."),
      valueName: "file"), completion: .file())
  var replay: String?
  @Flag(help: ArgumentHelp(tr("Play a recording without a display, as fast as possible.")))
  var headless = false
  @Option(
    help: ArgumentHelp(tr("Speed of a recording that is played (default: 1)."), valueName: "x"))
  var replaySpeed: Double?
  @Flag(help: ArgumentHelp(tr("Print the version, and exit."))) var version = false
  @Option(help: ArgumentHelp(tr("Log level."), valueName: "level"))
  var log: LogLevel = .error
}

/// The value of `--motion`: the animation that the desktop asks for, all, or reduced animation.
nonisolated enum MotionAmount: String, ExpressibleByArgument, CaseIterable {
  case auto, full, reduced
}

/// The value of `--pull`: the law that decides whether a pull-down closes the photo.
nonisolated enum PullDownProfile: String, ExpressibleByArgument, CaseIterable {
  case pbview
  case jxPhotoBrowser3 = "3"
  case jxPhotoBrowser4 = "4"

  var profile: BrowserTuning.DismissProfile {
    switch self {
    case .pbview: .projected
    case .jxPhotoBrowser3: .jxPhotoBrowser3
    case .jxPhotoBrowser4: .jxPhotoBrowser4
    }
  }
}

/// The value of `--edge-drag`, the effect of a drag past the edge of a zoomed picture: the next
/// page appears, or the drag stops.
nonisolated enum EdgeDrag: String, ExpressibleByArgument, CaseIterable { case page, stop }

/// The value of `--key-turn`, the animation of a page turn by a single key press. While a key
/// repeats, pages change without animation.
nonisolated enum KeyTurn: String, ExpressibleByArgument, CaseIterable { case cut, slide }

nonisolated extension SortOrder: ExpressibleByArgument {}
nonisolated extension BrowserTuning.ReadingMode: ExpressibleByArgument {}
nonisolated extension Grouping: ExpressibleByArgument {}
nonisolated extension StackRules.PairRule: ExpressibleByArgument {}
nonisolated extension LogLevel: ExpressibleByArgument {}
nonisolated extension BrowserTuning.DoubleTapTarget: ExpressibleByArgument {
  /// Parses `fill` or a number, the scale relative to fit; nil for other text.
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
nonisolated extension BrowserOptions.ClickAction: ExpressibleByArgument {
  public static var allValueStrings: [String] { [controls, close].map(\.rawValue) }

  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}
nonisolated extension BrowserOptions.TransparencyStyle: ExpressibleByArgument {}

nonisolated struct ParsedColor: ExpressibleByArgument {
  var color: Color
  /// The text from which the colour was parsed.
  let text: String

  init?(argument: String) {
    text = argument
    guard let color = Color(parsing: argument) else { return nil }
    self.color = Color(red: color.red, green: color.green, blue: color.blue)
  }
}
