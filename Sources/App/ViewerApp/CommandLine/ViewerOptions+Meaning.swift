import BrowserCore
import Geometry
import Imaging
import Network
import PhotoBrowser
import Pixels

nonisolated extension ViewerOptions {
  /// Megabytes; more than any machine has, and its bytes can still be counted.
  private static let largestCache = 1 << 30

  /// True when words of a command line ask for something to be printed, and for no picture; seen
  /// before they are understood.
  static func onlyPrints(_ words: [String]) -> Bool {
    words.contains { printing.contains($0) || $0.hasPrefix("--list-") }
  }

  private static let printing: Set = ["-h", "--help", "--version", "--formats", "--print-list"]

  /// The direction of paging.
  var axis: Axis { vertical ? .vertical : .horizontal }

  /// The size of a window that is not fullscreen, in device pixels, as far as it is known before the
  /// screen is; nil when the screen decides.
  func windowSize(remembered: WindowState) -> PixelSize? {
    if let width = geometry?.width, let height = geometry?.height {
      return PixelSize(width: width, height: height)
    }
    return remembered.size
  }

  /// What is seen first, if it was said.
  var wantedPlace: OpeningPlan.Place? {
    grid ? .grid : browse || slideshow != nil ? .browser : nil
  }

  /// How lists are made.
  var listOrder: PhotoLibrary.Order {
    PhotoLibrary.Order(order: sort, isReversed: reverse, isRecursive: recursive)
  }

  /// What the browser is told.
  var browserOptions: BrowserOptions {
    var result = BrowserOptions()
    result.tuning.spacing = spacing ?? PageLayout.defaultSpacing
    result.tuning.axis = axis
    result.tuning.isRightToLeft = rtl
    result.tuning.isLooping = loop
    result.tuning.maximumScale = maxScale
    if case .factor(let factor) = doubleTapScale { result.tuning.doubleTapScale = factor }
    result.tuning.doubleTapFills = doubleTapScale == .fill
    result.tuning.dismissProfile = pull.profile
    result.tuning.pagesPastEdges = edgeDrag != .stop
    result.tuning.reducesMotion = motion == .reduced
    result.clickAction = click
    result.wheelProfile = wheel
    result.transparency = transparency
    result.animator = animator ?? TransitionAnimators.standard
    result.showDuration = showDuration
    result.dismissDuration = dismissDuration
    result.pageEffect = pageEffect == "none" ? nil : pageEffect
    if let pageEffectDuration { result.pageEffectDuration = pageEffectDuration }
    if let background { result.background = background.color }
    return result
  }

  /// What the pipeline is told.
  var imaging: ImagingConfiguration {
    var result = ImagingConfiguration()
    result.sharedThumbnails = .ofUser(program: "pbview-\(ViewerProgram.version)")
    result.cacheBytes = nil
    if let cache {
      let bytes = min(max(16, cache), Self.largestCache) << 20
      result.cacheBytes = bytes
      result.animationBytes = bytes / 8
      result.partBytes = ImagingConfiguration.partBytes(of: bytes)
      result.thumbnailBytes = bytes / 4
      result.recycledBytes = min(result.recycledBytes, bytes / 2)
    }
    limits.apply(to: &result)
    return result
  }

  /// What is told to who fetches pictures from the web.
  var web: WebConfiguration {
    var result = WebConfiguration()
    result.userAgent = "pbview/\(ViewerProgram.version)"
    result.cache = .ofUser()
    return result
  }

  /// The page `--start` names, by a number from 1, or by a name; nil when there is no such page, or
  /// none was named.
  func startIndex(in paths: [FilePath], _ names: ArgumentBytes = ArgumentBytes()) -> Int? {
    guard let start else { return nil }
    let name = names.bytes(for: start)
    if let index = paths.firstIndex(where: { $0.bytes == name || $0.name == name }) { return index }
    guard let number = Int(start), number >= 1, number <= paths.count else { return nil }
    return number - 1
  }
}
