import Geometry
import Motion

/// Changes of the album's pages, and of their arrangement for reading.
extension Pager {
  /// Groups the pages by the current options: single pages, spreads or a strip. The current page
  /// stays.
  mutating func regroup(at t: Timestamp) {
    var pictures: [Int: PageContent] = [:]
    for page in 0..<groups.pageCount {
      pictures[page] = groups.hasSinglePages ? zooms.content(of: page) : groups.picture(of: page)
    }
    var after = groups
    after.regroup(tuning, viewport: layout.viewport)
    after.setPictures(pictures)
    showAtOnce(index, in: after, at: t)
    guard groups.hasSinglePages else { return }
    for (page, content) in pictures { _ = setContent(content, of: page, at: t) }
  }

  /// Inserts `count` pages before the page at the index `position`.
  ///
  /// - Returns: the change of the pages' indices; nil when the album was empty.
  mutating func insert(_ count: Int, at position: Int, animated: Bool, at t: Timestamp)
    -> PageRenumbering?
  {
    let isAnimated = animated && !tuning.reducesMotion
    guard groups.hasSinglePages else {
      let hadPages = groups.pageCount > 0
      let position = min(max(0, position), groups.pageCount)
      let change = PageRenumbering.inserted(count: count, at: position)
      regroup(
        change, count: groups.pageCount + count, current: hadPages ? change(index) : index, at: t)
      return hadPages ? change : nil
    }
    return renumberRow(count: groups.pageCount + count) {
      $0.insert(count, at: position, animated: isAnimated, at: t)
    }
  }

  /// Renumbers the pages of spreads or of a strip after `change`, and shows the page that has the
  /// index `page` now.
  private mutating func regroup(
    _ change: PageRenumbering, count: Int, current page: Int, at t: Timestamp
  ) {
    var after = groups
    after.renumber(change, count: count)
    if after.isStrip, groups.pageCount > 0, let size = after.contentSize(of: 0) {
      renumberStrip(to: after, size: size, by: change, current: page, at: t)
    } else {
      showAtOnce(page, in: after, at: t)
    }
  }

  /// Removes `page`, which must not be the current one.
  mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> PageRenumbering {
    let change = PageRenumbering.removed(page)
    if groups.hasSinglePages {
      renumberRow(count: groups.pageCount - 1) { $0.remove(page, animated: animated, at: t) }
    } else {
      regroup(change, count: groups.pageCount - 1, current: change(index), at: t)
    }
    return change
  }

  /// Removes the current page; if `slides`, the page that takes its place slides in.
  mutating func removeCurrent(slides: Bool, at t: Timestamp) -> PageRenumbering {
    let change = PageRenumbering.removed(index)
    if groups.hasSinglePages {
      renumberRow(count: groups.pageCount - 1) { $0.removeCurrent(slides: slides, at: t) }
    } else {
      regroup(change, count: groups.pageCount - 1, current: min(index, groups.pageCount - 2), at: t)
    }
    forgetSettledPage()
    return change
  }

  /// Moves the page at the index `page` to the index `position`.
  ///
  /// - Returns: the change of the pages' indices; nil when nothing moves.
  mutating func move(_ page: Int, to position: Int, at t: Timestamp) -> PageRenumbering? {
    guard groups.hasSinglePages else {
      let position = layout.clamped(position)
      guard page >= 0, page < groups.pageCount, page != position else { return nil }
      let change = PageRenumbering.moved(from: page, to: position)
      regroup(change, count: groups.pageCount, current: change(index), at: t)
      return change
    }
    return renumberRow(count: groups.pageCount) { $0.move(page, to: position, at: t) }
  }
}
