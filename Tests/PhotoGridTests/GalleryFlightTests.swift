import GalleryCore
import Geometry
import Input
import PhotoBrowser
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

/// A browser over a grid, on one stage.
@MainActor private final class VisitRig: GalleryRig, BrowserDelegate, BrowserDataSource {
  let browser = Browser()
  private(set) var isOver = false

  /// Makes a grid at rest, without an open browser.
  init() {
    super.init([28], width: 640, height: 420, side: 120)
    browser.fillsParent = true
    browser.isOverScene = true
    browser.delegate = self
    gallery.onCellsMove = { [weak self] in self?.browser.thumbnailsDidMove() }
  }

  /// Opens an item and draws the first frame of its flight.
  func open(_ item: Int) {
    browser.initialIndex = item
    browser.dataSource = self
    stage.root.add(browser)
    browser.show(index: item, at: now)
    draw()
  }

  func numberOfItems(in browser: Browser) -> Int { gallery.contents.items.count }
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    // The picture is four times as wide and high as its thumbnail, and has another content.
    let size = GalleryPhotos.thumbnail(index).size
    let photo = SyntheticPhoto.gradient(4 * size.width, 4 * size.height, blue: 200)
    (cell as? PhotoCell)?.content = .picture(Picture(photo))
  }
  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    gallery.thumbnailGeometry(of: index)?.browserThumbnail(inCoordinatesOf: browser)
  }
  func browser(_ browser: Browser, emptySlotFor index: Int?) { gallery.emptySlot = index }
  func browser(_ browser: Browser, revealThumbnailFor index: Int) { gallery.reveal(page: index) }
  func browserDidDismiss(_ browser: Browser) {
    isOver = true
    browser.removeFromParent()
  }
}

@MainActor @Suite struct GalleryFlightTests {
  @Test(arguments: [0, 1, 2, 4, 6, 9])
  func `the first frame of a flight is the resting cell, pixel for pixel`(item: Int) {
    let rig = VisitRig()
    let rest = rig.redrawn
    rig.open(item)
    #expect(rig.browser.shownFrame?.flying.isEmpty == false)
    #expect(rig.redrawn.isSame(as: rest))
  }

  @Test(arguments: [0, 1, 2, 4, 6, 9])
  func `the last frame of a closing flight is the resting cell, pixel for pixel`(item: Int) throws {
    let rig = VisitRig()
    let rest = rig.redrawn
    rig.open(item)
    rig.settle()
    #expect(!rig.redrawn.isSame(as: rest))
    rig.browser.perform(.close, at: rig.now)
    var last: Bitmap?
    var frames = 0
    while !rig.isOver, frames < 200 {
      rig.frame()
      if !rig.isOver, rig.browser.shownFrame?.flying.isEmpty == false { last = rig.redrawn }
      frames += 1
    }
    #expect(rig.isOver)
    #expect(rig.redrawn.isSame(as: rest))
    let flown = try #require(last)
    #expect(flown.isSame(as: rest))
  }

  @Test(arguments: TransitionAnimators.builtIn.map(\.name))
  func `every animator begins and ends with the grid's own pixels`(name: String) throws {
    let rig = VisitRig()
    rig.browser.options.animator = try TransitionAnimators.make(name)
    let rest = rig.redrawn
    rig.open(1)
    // Without a flight the page appears at once or fades in over the grid.
    if rig.browser.shownFrame?.flying.isEmpty == false { #expect(rig.redrawn.isSame(as: rest)) }
    rig.settle()
    rig.browser.perform(.close, at: rig.now)
    var last: Bitmap?
    for _ in 0..<200 where !rig.isOver {
      rig.frame()
      let flies = rig.browser.shownFrame?.flying.isEmpty == false
      if !rig.isOver, flies { last = rig.redrawn }
    }
    #expect(rig.isOver && rig.redrawn.isSame(as: rest))
    #expect(last?.largestDifference(from: rest) ?? 0 == 0, "\(name)")
  }

  @Test func `a thumbnail keeps its pixels while its list changes between two frames`() throws {
    let rig = GalleryRig([12])
    let before = try (0..<3).map {
      try #require(rig.gallery.thumbnailGeometry(of: $0)?.rendering)
    }
    for first in 1...2 {
      let names = (first..<12).map { "IMG_\($0).jpg" }
      rig.gallery.show(GalleryContents([(folder: "/pictures/0/Norway", names: names)]))
      let after = try #require(rig.gallery.thumbnailGeometry(of: 0)?.rendering)
      #expect(after.isSame(as: before[first]))
    }
  }

  @Test func `a selected cell keeps its mark during a flight`() {
    let rig = VisitRig()
    rig.perform(.select(1, .toggle))
    rig.settle()
    let rest = rig.redrawn
    rig.open(1)
    #expect(rig.redrawn.isSame(as: rest))
  }
}
