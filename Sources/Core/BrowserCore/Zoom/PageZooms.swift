import Geometry
import Motion

/// The pictures, zoom modes and zooms of the groups of pages, by the number of the group; see
/// ``PageGroups``. A group is a single page unless pages are grouped in spreads or a strip; in this
/// type, “page” stands for the group. A page whose zoom was never changed has none of its own: it
/// is at fit, or has the view that ``lock(to:)`` keeps for all pages.
struct PageZooms: Hashable, Sendable {
  /// The size of the viewport and the options from which the zoom levels of a picture follow.
  struct Rules: Hashable, Sendable {
    var viewport: Size
    var axis: Axis
    var maximumScale: Double?
    var inspectsPixels: Bool
    var doubleTap: BrowserTuning.DoubleTapTarget
    /// The zoom mode of a page that has none of its own.
    var mode: BrowserTuning.ZoomMode
    /// Whether all pages form one picture, a strip.
    var isStrip: Bool

    init(_ tuning: BrowserTuning, viewport: Size) {
      self.viewport = viewport
      // Only pages that follow each other sideways are as wide as a tall viewport.
      axis = tuning.fitsWhole ? .vertical : tuning.axis
      maximumScale = tuning.maximumScale
      inspectsPixels = tuning.inspectsPixels
      doubleTap =
        tuning.doubleTapFills ? .fill : tuning.doubleTapScale.map { .factor($0) } ?? .automatic
      mode = tuning.fitsWidth ? .width : .automatic
      isStrip = tuning.reading == .strip
    }
  }

  private var rules: Rules
  private var contents: [Int: PageContent] = [:]
  private var modes: [Int: BrowserTuning.ZoomMode] = [:]
  private var zooms: [Int: ZoomState] = [:]
  /// The zoom and scroll position of pages without a zoom of their own, except for a strip; nil for
  /// fit.
  private var locked: RelativeView?
  /// The pages that were reached by reading backwards, and are shown at their end first.
  private var readBack: Set<Int> = []

  init(rules: Rules) { self.rules = rules }

  // MARK: One page

  subscript(page: Int) -> ZoomState { zooms[page] ?? standard(page) }

  /// Makes `zoom` the zoom of `page`.
  mutating func keep(_ zoom: ZoomState, of page: Int) { zooms[page] = zoom }

  /// Changes the zoom of `page` if it has one of its own.
  mutating func change(_ page: Int, _ body: (inout ZoomState) -> Void) {
    guard let index = zooms.index(forKey: page) else { return }
    body(&zooms.values[index])
  }

  /// The zoom mode of `page`, which decides the scale at fit.
  func mode(of page: Int) -> BrowserTuning.ZoomMode { modes[page] ?? rules.mode }

  /// The size and kind of the picture of `page`; nil while its size is unknown.
  func content(of page: Int) -> PageContent? { contents[page] }

  /// The size of the picture of `page`, in its pixels; empty while it is unknown.
  func size(of page: Int) -> Size { contents[page]?.size ?? .zero }

  /// True when the size of the picture of `page` is known.
  func hasContent(_ page: Int) -> Bool { !size(of: page).isEmpty }

  /// True when the picture of `page` is resolution-independent.
  func isScalable(_ page: Int) -> Bool { contents[page]?.isScalable ?? false }

  /// The rectangle in the viewport that a picture of `size` would have at fit on `page`.
  func restingRect(of size: Size, on page: Int) -> Rect {
    let levels = levels(of: page, content: size, mode: mode(of: page))
    return ZoomState(content: size, viewport: rules.viewport, levels: levels).targetRect
  }

  private func fit(_ page: Int, mode: BrowserTuning.ZoomMode) -> ZoomState {
    let size = size(of: page)
    var zoom = ZoomState(
      content: size, viewport: rules.viewport, levels: levels(of: page, content: size, mode: mode))
    if readBack.contains(page) { zoom.showEnd() }
    return zoom
  }

  // MARK: Reading

  /// Prepares `page`, which is not visible, for reading on from page `old`: it gets the same zoom
  /// mode, and begins at its end if `isBack`.
  mutating func read(to page: Int, from old: Int, isBack: Bool) {
    guard page != old else { return }
    modes[page] = modes[old]
    zooms[page] = nil
    if isBack { readBack.insert(page) } else { readBack.remove(page) }
  }

  /// Adapts a strip to other frames of its pages or another viewport: see
  /// ``ZoomState/rearrange(content:viewport:levels:moving:to:at:)``.
  mutating func rearrangeStrip(
    _ rules: Rules, size: Size, moving old: Double, to new: Double, at t: Timestamp
  ) {
    self.rules = rules
    contents[0] = PageContent(size: size, isScalable: false)
    let levels = levels(of: 0, content: size, mode: mode(of: 0))
    if zooms[0] == nil { zooms[0] = standard(0) }
    let viewport = rules.viewport
    change(0) {
      $0.rearrange(
        content: size, viewport: viewport, levels: levels, moving: old, to: new, at: t)
    }
  }

  /// The zoom of `page` when it has none of its own: at fit, or with the locked view.
  private func standard(_ page: Int) -> ZoomState {
    var zoom = fit(page, mode: mode(of: page))
    // A strip is zoomed as a whole: the view of single pages does not apply to it.
    if let locked, !rules.isStrip { zoom.show(locked) }
    return zoom
  }

  // MARK: Locked zoom

  /// Makes the zoom and scroll position of `page` those of all other pages, if `page` has a zoom of
  /// its own. No other page may be visible, because it would jump.
  mutating func lock(to page: Int) {
    guard let zoom = zooms[page], hasContent(page) else { return }
    locked = zoom.relativeView
    if zooms.count > 1 { zooms = [page: zoom] }
  }

  /// Ends the locked view: brings all other pages back to fit, while `page` keeps its zoom.
  mutating func unlock(keeping page: Int) {
    if locked != nil, zooms[page] == nil { zooms[page] = standard(page) }
    locked = nil
  }

  private func levels(of page: Int, content: Size, mode: BrowserTuning.ZoomMode) -> ZoomLevels {
    if rules.isStrip, !content.isEmpty {
      return ZoomLevels(
        stripOfWidth: content.width, viewport: rules.viewport, mode: mode,
        maximumFactor: rules.maximumScale)
    }
    return ZoomLevels(
      content: content, viewport: rules.viewport, mode: mode, axis: rules.axis,
      isScalable: isScalable(page), maximumFactor: rules.maximumScale,
      inspectsPixels: rules.inspectsPixels, doubleTap: rules.doubleTap)
  }

  // MARK: Changes

  /// Sets the size and kind of the picture of `page`.
  ///
  /// - Returns: false when they are the same as before.
  mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) -> Bool {
    guard contents[page] != content else { return false }
    contents[page] = content
    relayout(page, at: t)
    return true
  }

  /// Sets the zoom mode of `page`, whose picture goes to fit: animated or at once.
  mutating func setMode(
    _ mode: BrowserTuning.ZoomMode, of page: Int, animated: Bool, at t: Timestamp
  ) {
    let old = self[page]
    modes[page] = mode
    var zoom = fit(page, mode: mode)
    if animated { zoom.begin(from: old, at: t) }
    zooms[page] = zoom
  }

  /// Sets the zoom mode of a strip of pages; the strip goes to fit and keeps its scroll position.
  mutating func setStripMode(_ mode: BrowserTuning.ZoomMode, animated: Bool, at t: Timestamp) {
    modes[0] = mode
    let levels = levels(of: 0, content: size(of: 0), mode: mode)
    let viewport = rules.viewport
    if zooms[0] == nil { zooms[0] = standard(0) }
    change(0) {
      $0.levels = levels
      $0.zoom(
        to: levels.fit, at: Point(x: viewport.width / 2, y: viewport.height / 2),
        animated: animated, time: t)
    }
  }

  /// Adapts every zoom to another viewport or other options.
  mutating func relayout(_ rules: Rules, at t: Timestamp) {
    self.rules = rules
    for page in zooms.keys { relayout(page, at: t) }
  }

  private mutating func relayout(_ page: Int, at t: Timestamp) {
    let size = size(of: page)
    let levels = levels(of: page, content: size, mode: mode(of: page))
    let viewport = rules.viewport
    change(page) { $0.relayout(content: size, viewport: viewport, levels: levels, at: t) }
  }

  mutating func removeAll() {
    contents = [:]
    modes = [:]
    zooms = [:]
    readBack = []
  }

  /// Renumbers the pages, and forgets picture and zoom of a removed one.
  mutating func renumber(_ change: PageRenumbering) {
    contents = Self.renumbered(contents, change)
    modes = Self.renumbered(modes, change)
    zooms = Self.renumbered(zooms, change)
    if case .removed(let page) = change { readBack.remove(page) }
    readBack = Set(readBack.map { change($0) })
  }

  private static func renumbered<Value>(_ table: [Int: Value], _ change: PageRenumbering)
    -> [Int: Value]
  {
    var table = table
    if case .removed(let page) = change { table[page] = nil }
    return Dictionary(uniqueKeysWithValues: table.map { (change($0.key), $0.value) })
  }

  /// Brings back to fit the pages for which `isKept` is false: all of them if `resets`, otherwise
  /// only those that are not zoomed in.
  mutating func reset(resets: Bool, except isKept: (Int) -> Bool) {
    if zooms.contains(where: { !isKept($0.key) && (resets || !$0.value.isZoomed) }) {
      zooms = zooms.filter { isKept($0.key) || !resets && $0.value.isZoomed }
    }
    if resets, modes.contains(where: { !isKept($0.key) }) {
      modes = modes.filter { isKept($0.key) }
    }
    if readBack.contains(where: { !isKept($0) }) { readBack = readBack.filter(isKept) }
  }

  // MARK: All pages

  func isSettled(at t: Timestamp) -> Bool { zooms.values.allSatisfy { $0.isSettled(at: t) } }

  /// Ends all pans and pinches of pictures, without release velocity.
  mutating func cancelGrips(at t: Timestamp) {
    for page in zooms.keys { change(page) { $0.cancelGrip(at: t) } }
  }

  /// Moves every picture that no gesture holds to its resting position at once.
  mutating func finish() {
    for (page, zoom) in zooms where !zoom.isHeld { change(page) { $0.finish() } }
  }
}
