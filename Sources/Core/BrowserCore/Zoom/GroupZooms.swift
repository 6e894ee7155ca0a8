import Geometry
import Motion

/// The pictures, zoom modes and zooms of the groups of pages, by the number of the group; see
/// ``PageGroups``. A group is a single page unless pages are grouped in spreads or a strip. A group
/// whose zoom was never changed has none of its own: it is at fit, or has the view that
/// ``lock(to:)`` keeps for all groups.
struct GroupZooms: Hashable, Sendable {
  /// The size of the viewport and the options from which the zoom levels of a picture follow.
  struct Rules: Hashable, Sendable {
    var viewport: Size
    var axis: Axis
    var maxScale: Double?
    var inspectsPixels: Bool
    var doubleTap: BrowserTuning.DoubleTapTarget
    /// The zoom mode of a group that has none of its own.
    var defaultMode: BrowserTuning.ZoomMode
    /// Whether all pages form one picture, a strip.
    var isStrip: Bool

    init(_ tuning: BrowserTuning, viewport: Size) {
      self.viewport = viewport
      // With a vertical axis, a picture at fit is wholly visible even in a tall viewport.
      axis = tuning.fitsWhole ? .vertical : tuning.axis
      maxScale = tuning.maxScale
      inspectsPixels = tuning.inspectsPixels
      doubleTap =
        tuning.doubleTapFills ? .fill : tuning.doubleTapScale.map { .factor($0) } ?? .automatic
      defaultMode = tuning.fitsWidth ? .width : .automatic
      isStrip = tuning.reading == .strip
    }
  }

  private var rules: Rules
  private var contents: [Int: PageContent] = [:]
  private var modes: [Int: BrowserTuning.ZoomMode] = [:]
  private var zooms: [Int: ZoomState] = [:]
  /// The zoom and scroll position of groups without a zoom of their own, except for a strip; nil
  /// for fit.
  private var lockedView: RelativeView?
  /// The groups that were reached by reading backwards, and are shown at their end first.
  private var groupsReadFromEnd: Set<Int> = []

  init(rules: Rules) { self.rules = rules }

  // MARK: One group

  subscript(group: Int) -> ZoomState { zooms[group] ?? defaultZoom(of: group) }

  /// Makes `zoom` the zoom of `group`.
  mutating func setZoom(_ zoom: ZoomState, of group: Int) { zooms[group] = zoom }

  /// Changes the zoom of `group` if it has one of its own.
  mutating func modifyZoom(of group: Int, _ body: (inout ZoomState) -> Void) {
    guard let index = zooms.index(forKey: group) else { return }
    body(&zooms.values[index])
  }

  /// The zoom mode of `group`, which decides the scale at fit.
  func zoomMode(of group: Int) -> BrowserTuning.ZoomMode { modes[group] ?? rules.defaultMode }

  /// The size and kind of the picture of `group`; nil while its size is unknown.
  func content(of group: Int) -> PageContent? { contents[group] }

  /// The size of the picture of `group`, in its pixels; empty while it is unknown.
  func size(of group: Int) -> Size { contents[group]?.size ?? .zero }

  /// True when the size of the picture of `group` is known.
  func hasContent(_ group: Int) -> Bool { !size(of: group).isEmpty }

  /// True when the picture of `group` is resolution-independent.
  func isScalable(_ group: Int) -> Bool { contents[group]?.isScalable ?? false }

  /// The rectangle in the viewport that a picture of `size` would have at fit on `group`.
  func restingRect(of size: Size, on group: Int) -> Rect {
    let levels = levels(of: group, content: size, mode: zoomMode(of: group))
    return ZoomState(content: size, viewport: rules.viewport, levels: levels).targetRect
  }

  private func fittedZoom(_ group: Int, mode: BrowserTuning.ZoomMode) -> ZoomState {
    let size = size(of: group)
    var zoom = ZoomState(
      content: size, viewport: rules.viewport, levels: levels(of: group, content: size, mode: mode))
    if groupsReadFromEnd.contains(group) { zoom.scrollToReadingEnd() }
    return zoom
  }

  // MARK: Reading

  /// Prepares `group`, which is not visible, for reading on from group `old`: it gets the same zoom
  /// mode, and begins at its end if `isBackwards`.
  mutating func prepareReading(of group: Int, after old: Int, isBackwards: Bool) {
    guard group != old else { return }
    modes[group] = modes[old]
    zooms[group] = nil
    if isBackwards { groupsReadFromEnd.insert(group) } else { groupsReadFromEnd.remove(group) }
  }

  /// Adapts a strip to other frames of its pages or another viewport: see
  /// ``ZoomState/rearrange(content:viewport:levels:moving:to:keepsTop:at:)``.
  mutating func rearrangeStrip(
    _ rules: Rules, size: Size, moving old: Double, to new: Double, keepsTop: Bool = true,
    at t: Timestamp
  ) {
    self.rules = rules
    contents[0] = PageContent(size: size, isScalable: false)
    let levels = levels(of: 0, content: size, mode: zoomMode(of: 0))
    if zooms[0] == nil { zooms[0] = defaultZoom(of: 0) }
    let viewport = rules.viewport
    modifyZoom(of: 0) {
      $0.rearrange(
        content: size, viewport: viewport, levels: levels, moving: old, to: new,
        keepsTop: keepsTop, at: t)
    }
  }

  /// The zoom of `group` when it has none of its own: at fit, or with the locked view.
  private func defaultZoom(of group: Int) -> ZoomState {
    var zoom = fittedZoom(group, mode: zoomMode(of: group))
    // A strip is zoomed as a whole: the view of single pages does not apply to it.
    if let lockedView, !rules.isStrip { zoom.show(lockedView) }
    return zoom
  }

  // MARK: Locked zoom

  /// Makes the zoom and scroll position of `group` those of all other groups, if `group` has a zoom
  /// of its own. No other group may be visible, because it would jump.
  mutating func lock(to group: Int) {
    guard let zoom = zooms[group], hasContent(group) else { return }
    lockedView = zoom.relativeView
    if zooms.count > 1 { zooms = [group: zoom] }
  }

  /// Ends the locked view: brings all other groups back to fit, while `group` keeps its zoom.
  mutating func unlock(keeping group: Int) {
    if lockedView != nil, zooms[group] == nil { zooms[group] = defaultZoom(of: group) }
    lockedView = nil
  }

  private func levels(of group: Int, content: Size, mode: BrowserTuning.ZoomMode) -> ZoomLevels {
    if rules.isStrip, !content.isEmpty {
      return ZoomLevels(
        stripOfWidth: content.width, viewport: rules.viewport, mode: mode,
        maximumFactor: rules.maxScale)
    }
    return ZoomLevels(
      content: content, viewport: rules.viewport, mode: mode, axis: rules.axis,
      isScalable: isScalable(group), maximumFactor: rules.maxScale,
      inspectsPixels: rules.inspectsPixels, doubleTap: rules.doubleTap)
  }

  // MARK: Changes

  /// Sets the size and kind of the picture of `group`.
  ///
  /// - Returns: false when they are the same as before.
  mutating func setContent(_ content: PageContent?, of group: Int, at t: Timestamp) -> Bool {
    guard contents[group] != content else { return false }
    contents[group] = content
    relayout(group, at: t)
    return true
  }

  /// Sets the zoom mode of `group`, whose picture goes to fit: animated or at once.
  mutating func setZoomMode(
    _ mode: BrowserTuning.ZoomMode, of group: Int, animated: Bool, at t: Timestamp
  ) {
    let old = self[group]
    modes[group] = mode
    var zoom = fittedZoom(group, mode: mode)
    if animated { zoom.animate(from: old, at: t) }
    zooms[group] = zoom
  }

  /// Sets the zoom mode of a strip of pages; the strip goes to fit and keeps its scroll position.
  mutating func setStripZoomMode(_ mode: BrowserTuning.ZoomMode, animated: Bool, at t: Timestamp) {
    modes[0] = mode
    let levels = levels(of: 0, content: size(of: 0), mode: mode)
    if zooms[0] == nil { zooms[0] = defaultZoom(of: 0) }
    modifyZoom(of: 0) { $0.refit(to: levels, animated: animated, at: t) }
  }

  /// Adapts every zoom to another viewport or other options.
  mutating func relayout(_ rules: Rules, at t: Timestamp) {
    self.rules = rules
    for group in zooms.keys { relayout(group, at: t) }
  }

  private mutating func relayout(_ group: Int, at t: Timestamp) {
    let size = size(of: group)
    let levels = levels(of: group, content: size, mode: zoomMode(of: group))
    let viewport = rules.viewport
    modifyZoom(of: group) { $0.relayout(content: size, viewport: viewport, levels: levels, at: t) }
  }

  mutating func removeAll() {
    contents = [:]
    modes = [:]
    zooms = [:]
    groupsReadFromEnd = []
  }

  /// Renumbers the groups, and forgets picture and zoom of a removed one.
  mutating func renumber(_ change: PageRenumbering) {
    contents = Self.renumbered(contents, change)
    modes = Self.renumbered(modes, change)
    zooms = Self.renumbered(zooms, change)
    if case .removed(let group) = change { groupsReadFromEnd.remove(group) }
    groupsReadFromEnd = Set(groupsReadFromEnd.map { change($0) })
  }

  private static func renumbered<Value>(_ table: [Int: Value], _ change: PageRenumbering)
    -> [Int: Value]
  {
    var table = table
    if case .removed(let group) = change { table[group] = nil }
    return Dictionary(uniqueKeysWithValues: table.map { (change($0.key), $0.value) })
  }

  /// Brings back to fit the groups for which `isKept` is false: all of them if `evenIfZoomed`,
  /// otherwise only those that are not zoomed in.
  mutating func reset(evenIfZoomed: Bool, except isKept: (Int) -> Bool) {
    if zooms.contains(where: { !isKept($0.key) && (evenIfZoomed || !$0.value.isZoomed) }) {
      zooms = zooms.filter { isKept($0.key) || !evenIfZoomed && $0.value.isZoomed }
    }
    if evenIfZoomed, modes.contains(where: { !isKept($0.key) }) {
      modes = modes.filter { isKept($0.key) }
    }
    if groupsReadFromEnd.contains(where: { !isKept($0) }) {
      groupsReadFromEnd = groupsReadFromEnd.filter(isKept)
    }
  }

  // MARK: All groups

  func isSettled(at t: Timestamp) -> Bool { zooms.values.allSatisfy { $0.isSettled(at: t) } }

  /// Ends all pans and pinches of pictures, without release velocity.
  mutating func cancelGrips(at t: Timestamp) {
    for group in zooms.keys { modifyZoom(of: group) { $0.cancelGrip(at: t) } }
  }

  /// Moves every picture that no gesture holds to its resting position at once.
  mutating func jumpToRest() {
    for (group, zoom) in zooms where !zoom.isHeld { modifyZoom(of: group) { $0.jumpToRest() } }
  }
}
