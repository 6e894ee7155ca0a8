import Geometry

/// The grouping of pages for reading, and the frames of the pages in their groups.
///
/// A group of pages is scrolled, zoomed and pulled down as one picture: a single page, a spread of
/// two pages, or a strip of all pages. Frames are in the group's own units: picture pixels of the
/// higher page of a spread, or ``stripWidth`` units for the width of a strip.
///
/// Sizes of pictures become known late. The pages of the current group and of those before it then
/// keep their partners, except that a wide picture is alone; the pages after it are paired anew.
struct PageGroups: Hashable, Sendable {
  /// The width of a strip, in the units of its frames.
  static let stripWidth = 1000.0
  /// The ratio of height to width that is assumed for the pages of a strip while no picture's size
  /// is known: that of a sheet of ISO A4.
  static let assumedHeightToWidthRatio = 1.414
  /// The maximum ratio of the longer to the shorter side of a page in a strip; a picture one pixel
  /// wide would otherwise be too high.
  static let maxAspectRatio = 200.0

  private(set) var reading: BrowserTuning.ReadingMode
  /// The number of pages in all groups.
  private(set) var pageCount: Int
  /// Whether the first page of an album in spreads is alone, as the cover of a book.
  private(set) var hasCover: Bool
  private(set) var isRightToLeft: Bool
  /// The gap between two pages of a strip, in the strip's units.
  private(set) var stripGap: Double
  /// The indices of the first pages of the spreads, in order; empty unless the pages are in
  /// spreads.
  private var firstPages: [Int] = []
  /// The y coordinates, in the strip's units, of the tops of the pages of a strip and of the end
  /// after the last page; empty unless the pages are in a strip.
  private var pageTops: [Double] = []
  /// The pictures of known size, by page index.
  private var pictures: [Int: PageContent] = [:]

  init(
    _ reading: BrowserTuning.ReadingMode, count: Int, hasCover: Bool = true,
    isRightToLeft: Bool = false, gap: Double = 0
  ) {
    self.reading = reading
    self.pageCount = max(0, count)
    self.hasCover = hasCover
    self.isRightToLeft = isRightToLeft
    self.stripGap = gap
    arrange()
  }

  /// True when every page is a group of its own.
  var hasSinglePages: Bool { reading == .single }
  var isStrip: Bool { reading == .strip }

  /// The number of groups of pages.
  var groupCount: Int {
    switch reading {
    case .single: pageCount
    case .spreads: firstPages.count
    case .strip: min(1, pageCount)
    }
  }

  /// The number of the group that contains `page`; in spreads, the nearest one for an index beyond
  /// the pages.
  func group(of page: Int) -> Int {
    switch reading {
    case .single: return page
    case .strip: return 0
    case .spreads:
      var low = 0
      var high = firstPages.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if firstPages[middle] <= page { low = middle } else { high = middle }
      }
      return low
    }
  }

  func pages(in group: Int) -> Range<Int> {
    switch reading {
    case .single: return group..<group + 1
    case .strip: return 0..<pageCount
    case .spreads:
      guard firstPages.indices.contains(group) else { return 0..<0 }
      return firstPages[group]..<(group + 1 < firstPages.count ? firstPages[group + 1] : pageCount)
    }
  }

  /// True when the spreads contain the same pages as those of `other`.
  func hasSameSpreads(as other: PageGroups) -> Bool { firstPages == other.firstPages }

  // MARK: Pictures

  /// The size and kind of the picture of `page`; nil while its size is unknown.
  func picture(of page: Int) -> PageContent? { pictures[page] }

  /// The size of the picture of `page`, in picture pixels; nil while it is unknown.
  func size(of page: Int) -> Size? { pictures[page]?.size }

  /// Sets the size and kind of the picture of `page`, while `current` is the current page, whose
  /// group keeps its first page.
  ///
  /// - Returns: false when they are the same as before.
  mutating func setPicture(_ picture: PageContent?, of page: Int, current: Int) -> Bool {
    guard !hasSinglePages, page >= 0, page < pageCount, pictures[page] != picture else {
      return false
    }
    let wasWide = isWide(page)
    pictures[page] = picture
    switch reading {
    case .single: break
    case .strip: layOutStrip()
    case .spreads:
      guard isWide(page) != wasWide else { break }
      let group = group(of: page)
      if group > self.group(of: current) {
        formSpreads(from: group)
      } else if isWide(page), pages(in: group).count > 1 {
        firstPages.insert(firstPages[group] + 1, at: group + 1)
      }
    }
    return true
  }

  /// Sets the sizes and kinds of all known pictures, by page index, and groups the pages anew.
  mutating func setPictures(_ pictures: [Int: PageContent]) {
    guard !hasSinglePages else { return }
    self.pictures = pictures
    arrange()
  }

  /// True when the picture of `page` is wider than high, and therefore fills a spread.
  private func isWide(_ page: Int) -> Bool { size(of: page).map { $0.width > $0.height } ?? false }

  /// The ratio of height to width of a page with a picture of `size`, limited by
  /// ``maxAspectRatio``.
  private func heightToWidthRatio(_ size: Size) -> Double {
    min(max(size.height / size.width, 1 / Self.maxAspectRatio), Self.maxAspectRatio)
  }

  // MARK: Arrangement

  /// Adopts other rules of grouping.
  mutating func tune(hasCover: Bool, isRightToLeft: Bool, gap: Double) {
    guard
      hasCover != self.hasCover || isRightToLeft != self.isRightToLeft || gap != self.stripGap
    else { return }
    let mustPair = hasCover != self.hasCover
    (self.hasCover, self.isRightToLeft, self.stripGap) = (hasCover, isRightToLeft, gap)
    if reading == .strip { layOutStrip() } else if mustPair { arrange() }
  }

  mutating func renumber(_ change: PageRenumbering?, count: Int) {
    if let change {
      if case .removed(let page) = change { pictures[page] = nil }
      pictures = Dictionary(uniqueKeysWithValues: pictures.map { (change($0.key), $0.value) })
    }
    self.pageCount = max(0, count)
    arrange()
  }

  /// Replaces all pages by `count` pages with pictures of unknown size.
  mutating func reload(count: Int) {
    pictures = [:]
    self.pageCount = max(0, count)
    arrange()
  }

  private mutating func arrange() {
    firstPages = []
    pageTops = []
    switch reading {
    case .single: break
    case .spreads: formSpreads(from: 0)
    case .strip: layOutStrip()
    }
  }

  /// Pairs the pages to spreads, from the first page of the spread `group` to the last page.
  private mutating func formSpreads(from group: Int) {
    var page = group < firstPages.count ? firstPages[group] : 0
    firstPages.removeSubrange(min(group, firstPages.count)...)
    while page < pageCount {
      firstPages.append(page)
      let isAlone =
        isWide(page) || page == 0 && hasCover || page + 1 >= pageCount || isWide(page + 1)
      page += isAlone ? 1 : 2
    }
  }

  /// Lays out the pages of a strip one under the other. A page of unknown size gets the ratio of
  /// height to width of the nearest known page before it.
  private mutating func layOutStrip() {
    var top = 0.0
    var known =
      pictures.min { $0.key < $1.key }.map { heightToWidthRatio($0.value.size) }
      ?? Self.assumedHeightToWidthRatio
    pageTops = []
    pageTops.reserveCapacity(pageCount + 1)
    for page in 0..<pageCount {
      pageTops.append(top)
      if let size = pictures[page]?.size { known = heightToWidthRatio(size) }
      top += known * Self.stripWidth + stripGap
    }
    pageTops.append(top)
  }

  // MARK: Places

  /// The size of the group with the number `group`, in the group's units; nil for single pages, and
  /// while no picture of a spread has a known size.
  func contentSize(of group: Int) -> Size? {
    switch reading {
    case .single: return nil
    case .strip:
      guard let end = pageTops.last, pageCount > 0 else { return nil }
      return Size(width: Self.stripWidth, height: max(1, end - stripGap))
    case .spreads: return spread(group)?.size
    }
  }

  /// The rectangle of `page` in its group, in the group's units; zero for single pages, and while
  /// no picture of the spread has a known size.
  func frame(of page: Int) -> Rect {
    switch reading {
    case .single: return .zero
    case .strip:
      guard page >= 0, page + 1 < pageTops.count else { return .zero }
      return Rect(
        x: 0, y: pageTops[page], width: Self.stripWidth,
        height: pageTops[page + 1] - stripGap - pageTops[page])
    case .spreads:
      let group = group(of: page)
      guard let spread = spread(group) else { return .zero }
      return page == firstPages[group] ? spread.firstFrame : spread.secondFrame ?? .zero
    }
  }

  /// The number of group units per picture pixel of `page`; 1 while the picture's size is unknown.
  func unitsPerPicturePixel(of page: Int) -> Double {
    guard let size = pictures[page]?.size, size.width > 0 else { return 1 }
    let frame = frame(of: page)
    return frame.isEmpty ? 1 : frame.width / size.width
  }

  /// The size of a spread and the frames of its pages, in the spread's units.
  private struct Spread {
    var size: Size
    var firstFrame: Rect
    var secondFrame: Rect?
  }

  private func spread(_ group: Int) -> Spread? {
    let pages = pages(in: group)
    guard let page = pages.first else { return nil }
    if pages.count > 1 {
      guard let left = size(of: page) ?? size(of: page + 1),
        let right = size(of: page + 1) ?? size(of: page)
      else { return nil }
      let height = max(left.height, right.height)
      let widths = (left.width * height / left.height, right.width * height / right.height)
      let leftEdges = isRightToLeft ? (widths.1, 0) : (0, widths.0)
      return Spread(
        size: Size(width: widths.0 + widths.1, height: height),
        firstFrame: Rect(x: leftEdges.0, y: 0, width: widths.0, height: height),
        secondFrame: Rect(x: leftEdges.1, y: 0, width: widths.1, height: height))
    }
    guard let size = pictures[page]?.size else { return nil }
    let whole = Rect(origin: .zero, size: size)
    guard !isWide(page), pageCount > 1 else { return Spread(size: size, firstFrame: whole) }
    // A page that is alone on its spread lies on the side of a first page; only a cover lies on the
    // side of a second page.
    let isSecond = page == 0 && hasCover
    let x = isSecond != isRightToLeft ? size.width : 0
    return Spread(
      size: Size(width: 2 * size.width, height: size.height),
      firstFrame: whole.offset(by: Vector(dx: x, dy: 0)))
  }

  // MARK: Strips

  /// The index of the page of a strip at the y coordinate `y`, in the strip's units; the gap after
  /// a page belongs to that page.
  func page(atHeight y: Double) -> Int {
    var low = 0
    var high = pageCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if pageTops[middle] <= y { low = middle } else { high = middle }
    }
    return low
  }

  /// The indices of the pages of a strip that lie at least partly in a range of y coordinates, in
  /// the strip's units.
  func pages(within heights: ClosedRange<Double>) -> Range<Int> {
    guard pageCount > 0 else { return 0..<0 }
    let first = page(atHeight: heights.lowerBound)
    return first..<page(atHeight: heights.upperBound) + 1
  }

  /// The point of a strip, as fractions of its width and height, that was at the fractions `point`
  /// before the pages were laid out anew; `old` is the layout before. The result is `point` if
  /// either layout has no content.
  func relocated(fraction point: Point, from old: PageGroups) -> Point {
    guard let before = old.contentSize(of: 0), let after = contentSize(of: 0) else { return point }
    return Point(
      x: point.x, y: relocated(y: point.y * before.height, from: old) / after.height)
  }

  /// The y coordinate, in the strip's units, of the point that was at `y` in the strip `old`: at
  /// the same share of the same page.
  func relocated(y: Double, from old: PageGroups) -> Double {
    guard pageCount > 0, old.pageCount > 0 else { return y }
    let page = old.page(atHeight: y)
    let before = old.frame(of: page)
    let after = frame(of: min(page, pageCount - 1))
    guard before.height > 0 else { return after.minY }
    // The gap after a page keeps its height when that page gets another size.
    let within = y - before.minY
    if within > before.height { return after.maxY + within - before.height }
    return after.minY + within / before.height * after.height
  }
}

extension PageGroups {
  /// Groups `count` pages by the options of `tuning`.
  init(_ tuning: BrowserTuning, count: Int, viewport: Size) {
    self.init(
      tuning.reading, count: count, hasCover: tuning.hasCover, isRightToLeft: tuning.isRightToLeft,
      gap: Self.stripGap(tuning, viewport: viewport))
  }

  /// Groups the pages anew by the options of `tuning`, and forgets the sizes of their pictures.
  mutating func regroup(_ tuning: BrowserTuning, viewport: Size) {
    self = PageGroups(tuning, count: pageCount, viewport: viewport)
  }

  /// Adopts the options of `tuning`, but keeps the arrangement: single pages, spreads or a strip.
  mutating func tune(_ tuning: BrowserTuning, viewport: Size) {
    tune(
      hasCover: tuning.hasCover, isRightToLeft: tuning.isRightToLeft,
      gap: Self.stripGap(tuning, viewport: viewport))
  }

  /// The gap between two pages of a strip, in the strip's units: while the strip is at fit, it has
  /// the width that the options give for the gap between pages.
  private static func stripGap(_ tuning: BrowserTuning, viewport: Size) -> Double {
    let mode = tuning.fitsWidth ? BrowserTuning.ZoomMode.width : .automatic
    let spacing = tuning.spacing.isFinite ? max(0, tuning.spacing) : 0
    return spacing * stripWidth / ZoomLevels.columnWidth(in: viewport, mode: mode)
  }
}
