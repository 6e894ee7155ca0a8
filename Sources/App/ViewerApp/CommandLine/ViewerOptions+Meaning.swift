import BrowserCore
import BrowserHost
import GalleryCore
import Geometry
import Imaging
import Network
import PhotoBrowser
import Pixels

nonisolated extension ViewerOptions {
  /// The upper limit in megabytes to which a larger `--cache` is reduced: more than any machine
  /// has, and small enough to be counted in bytes.
  private static let maxCacheMegabytes = 1 << 30

  /// Whether unparsed command-line arguments only request text, such as `--help` or a list, instead
  /// of pictures.
  static func isPrintRequest(_ words: [String]) -> Bool {
    words.contains { printingOptions.contains($0) || $0.hasPrefix("--list-") }
  }

  private static let printingOptions: Set = [
    "-h", "--help", "--version", "--formats", "--print-list",
  ]

  var axis: Axis { vertical == true ? .vertical : .horizontal }

  /// Whether animations are reduced: as the user chose, else as the desktop asks for.
  var reducesMotion: Bool {
    switch motion ?? .auto {
    case .auto: desktopReducesMotion
    case .full: false
    case .reduced: true
    }
  }

  /// The window size known before the display is connected, in device pixels: from `--geometry`,
  /// else from the last session; nil when the screen determines the size.
  func windowSize(remembered: RememberedWindow) -> PixelSize? {
    if let width = geometry?.width, let height = geometry?.height {
      return PixelSize(width: width, height: height)
    }
    return remembered.size
  }

  /// The scene that the options request at the start: the grid, or the browser of pages; nil when
  /// no option names one.
  var requestedStart: OpeningPlan.Scene? {
    grid ? .grid : browse || slideshow != nil ? .browser : nil
  }

  /// The order of lists of pictures. With sections by date, pictures are sorted by the date taken.
  var listOrder: PictureLister.Order {
    PictureLister.Order(
      order: grouping == .folder ? sort ?? usualSort ?? .name : .taken,
      isReversed: reverse ?? (usualReverse && !isOrderGiven), isRecursive: recursive)
  }

  /// The property by which grids are divided into sections.
  private var grouping: Grouping { group ?? usualGroup ?? .folder }

  /// Whether the command line has an option for order or sections, so that the order remembered for
  /// a folder is not used at first.
  private var isOrderGiven: Bool { sort != nil || reverse != nil || group != nil }

  /// Whether the order, the thumbnail size and the last photo of each folder are remembered for the
  /// next visit to the folder.
  var remembersFolders: Bool { remember ?? true && !self.private }

  /// The origin of the order of grids: the options, the order remembered for the folder, or both.
  var sortingPolicy: LiveLibrary.SortingPolicy {
    guard remembersFolders else { return .given }
    return isOrderGiven ? .givenThenRemembered : .remembered
  }

  /// The sections and the filter with which grids begin.
  var arrangement: LibraryArrangement { LibraryArrangement(grouping: grouping, filter: filter) }

  /// The rules by which several files are shown as one photo: RAW files with their JPEGs, and
  /// bursts.
  var stackRules: StackRules {
    var rules = StackRules()
    rules.pairs = pairs ?? .jpeg
    rules.joinsBursts = bursts ?? false
    return rules
  }

  @MainActor var browserOptions: BrowserOptions {
    var result = BrowserOptions()
    result.tuning.spacing = spacing ?? PageLayout.defaultSpacing
    result.tuning.axis = axis
    result.tuning.isRightToLeft = rtl ?? false
    result.tuning.isLooping = loop ?? false
    result.tuning.reading = reading ?? usualReading ?? .single
    result.tuning.hasCover = cover ?? true
    result.tuning.fitsWidth = fitWidth ?? false
    result.tuning.maxScale = maxScale
    if case .factor(let factor) = doubleTapScale { result.tuning.doubleTapScale = factor }
    result.tuning.doubleTapFills = doubleTapScale == .fill
    result.tuning.dismissProfile = (pull ?? .pbview).profile
    result.tuning.allowsPagingPastEdges = edgeDrag != .stop
    result.tuning.reducesMotion = reducesMotion
    // The browser reports a click to its host, which shows or hides the controls, unless the user
    // chose that a click closes the photo.
    result.clickAction = click == .close ? .close : .report
    result.wheelProfile = wheel ?? .page
    result.transparency = transparency ?? .checkerboard
    result.tuning.inspectsPixels = inspect ?? false
    // An invalid name, which the check of the command line has already refused, leaves the default
    // animator.
    if let animator = animator.flatMap({ try? TransitionAnimators.make($0) }) {
      result.animator = animator
    }
    result.showDuration = showDuration
    result.dismissDuration = dismissDuration
    result.pageEffect = pageEffect.flatMap { try? PageEffects.make($0) }
    if let pageEffectDuration { result.pageEffectDuration = pageEffectDuration }
    if let background { result.background = background.color }
    return result
  }

  /// The configuration of the image pipeline that follows from the options.
  var imaging: ImagingConfiguration {
    var result = ImagingConfiguration()
    result.sharedThumbnails = .userCache(program: "pbview-\(ViewerProgram.version)")
    result.fixedCacheBytes = nil
    if let cache {
      let bytes = min(max(16, cache), Self.maxCacheMegabytes) << 20
      result.fixedCacheBytes = bytes
      result.animationBytes = bytes / 8
      result.regionBytes = ImagingConfiguration.regionBytes(of: bytes)
      result.thumbnailBytes = bytes / 4
      result.recycledBytes = min(result.recycledBytes, bytes / 2)
    }
    limits.apply(to: &result)
    return result
  }

  /// The configuration for loading pictures from the web.
  var web: WebConfiguration {
    var result = WebConfiguration()
    result.userAgent = "pbview/\(ViewerProgram.version)"
    result.cache = .ofUser()
    return result
  }

  /// The index in `paths` of the picture that `--start` names by its path or file name, or by a
  /// number from 1; nil when the option is missing or names none.
  ///
  /// - Parameter names: the mapping from the text of an argument to the bytes of a path.
  func startIndex(in paths: [FilePath], _ names: ArgumentBytes = ArgumentBytes()) -> Int? {
    guard let start else { return nil }
    let name = names.bytes(for: start)
    if let index = paths.firstIndex(where: { $0.bytes == name || $0.name == name }) { return index }
    guard let number = Int(start), number >= 1, number <= paths.count else { return nil }
    return number - 1
  }
}
