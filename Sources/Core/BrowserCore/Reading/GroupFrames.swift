import Geometry

/// The frames of the pages in spreads and strips, in a viewport.
struct GroupFrames {
  private let groups: PageGroups
  private let viewport: Size

  init(_ groups: PageGroups, viewport: Size) {
    self.groups = groups
    self.viewport = viewport
  }

  /// The rectangle of `page` when the content of its group of pages is at `rect`.
  func pageRect(_ page: Int, whenGroupAt rect: Rect) -> Rect {
    let frame = groups.frame(of: page)
    guard !frame.isEmpty, let size = groups.contentSize(of: groups.group(of: page)) else {
      return rect
    }
    let (x, y) = (rect.width / size.width, rect.height / size.height)
    return Rect(
      x: rect.minX + frame.minX * x, y: rect.minY + frame.minY * y, width: frame.width * x,
      height: frame.height * y)
  }

  /// The rectangle of the content of the group of `page` when that page is at `rect`.
  func groupRect(of page: Int, whenPageAt rect: Rect) -> Rect {
    let frame = groups.frame(of: page)
    guard !frame.isEmpty, let size = groups.contentSize(of: groups.group(of: page)) else {
      return rect
    }
    let (x, y) = (rect.width / frame.width, rect.height / frame.height)
    return Rect(
      x: rect.minX - frame.minX * x, y: rect.minY - frame.minY * y, width: size.width * x,
      height: size.height * y)
  }

  /// The pages of the group with the number `group` that are visible while the group's content is
  /// at `rect` in the viewport, in device pixels.
  ///
  /// - Parameters:
  ///   - scale: the group's scale in device pixels per unit of the group's size.
  ///   - frame: the rectangle in the viewport of the page on which the group lies.
  func visiblePages(
    of group: Int, at rect: Rect, scale: Double, frame: Rect,
    placement: BrowserFrame.Placement
  ) -> [BrowserFrame.Page] {
    var rect = rect
    // Pages that only scroll are drawn at whole pixels, like single pages.
    if placement == .still {
      rect.origin = Point(
        x: (rect.minX + 0.5).rounded(.down), y: (rect.minY + 0.5).rounded(.down))
    }
    let screen = Rect(origin: .zero, size: viewport)
    var pages = groups.pages(in: group)
    if groups.isStrip, scale > 0 {
      let top = -rect.minY / scale
      pages = groups.pages(within: top...max(top, top + screen.height / scale))
    }
    return pages.prefix(PageWindow.maxGroupedLivePages).map { page in
      guard !rect.isEmpty, groups.contentSize(of: group) != nil else {
        return BrowserFrame.Page(
          index: page, frame: halfFrame(of: page, in: frame), content: .zero, scale: scale,
          opacity: 1, placement: placement)
      }
      var content = pageRect(page, whenGroupAt: rect)
      // The two pages of a spread meet at a whole pixel, or the background would show between them.
      if !groups.isStrip {
        let isLeft = groups.frame(of: page).minX == 0
        let seam = (isLeft ? content.maxX : content.minX).rounded()
        if placement == .still {
          // The size of the picture is rounded to whole device pixels, like that of the decoded
          // picture.
          content = Rect(
            x: seam, y: content.minY.rounded(), width: max(1, content.width.rounded()),
            height: max(1, content.height.rounded()))
          if isLeft { content.origin.x = seam - content.width }
        } else {
          let outer = isLeft ? content.minX : content.maxX
          content.origin.x = min(seam, outer)
          content.size.width = abs(outer - seam)
        }
      }
      return BrowserFrame.Page(
        index: page, frame: Self.cellFrame(around: content, in: screen), content: content,
        scale: scale * groups.unitsPerPicturePixel(of: page), opacity: 1, placement: placement)
    }
  }

  /// The rectangle of the cell of a page whose picture is at `content`: that rectangle rounded out,
  /// so that the cell does not change its size while the page scrolls; of a much larger one, the
  /// part on the screen.
  private static func cellFrame(around content: Rect, in screen: Rect) -> Rect {
    let whole = content.roundedOut
    let isLarge =
      whole.width > screen.width * maxCellViewports
      || whole.height > screen.height * maxCellViewports
    return isLarge ? whole.intersection(screen) ?? Rect(origin: whole.origin, size: .zero) : whole
  }

  /// The largest extent of the cell of a page in a spread or strip, in viewports along each axis.
  private static let maxCellViewports = 3.0

  /// The frame of the cell of a page in a spread of unknown size: its half of the rectangle
  /// `frame`.
  private func halfFrame(of page: Int, in frame: Rect) -> Rect {
    let pages = groups.pages(in: groups.group(of: page))
    guard pages.count > 1 else { return frame }
    let isLeft = (page == pages.lowerBound) != groups.isRightToLeft
    let half = (frame.width / 2).rounded()
    return isLeft
      ? Rect(x: frame.minX, y: frame.minY, width: half, height: frame.height)
      : Rect(x: frame.minX + half, y: frame.minY, width: frame.width - half, height: frame.height)
  }
}
