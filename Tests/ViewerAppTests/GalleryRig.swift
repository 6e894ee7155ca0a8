import Drawing
import GalleryCore
import Geometry
import Imaging
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// Thumbnails a test has at hand, or hands out one by one.
@MainActor final class FakeThumbnails: ThumbnailSource {
  var onChange: ((GalleryItem) -> Void)?
  private(set) var wishes: [ThumbnailDemand] = []
  private var answers: [FilePath: GalleryThumbnail] = [:]
  /// What is said of items nobody decided about.
  var others = GalleryThumbnail.loading

  func thumbnail(for item: GalleryItem) -> GalleryThumbnail { answers[item.path] ?? others }
  func want(_ wish: ThumbnailDemand) { wishes.append(wish) }

  func answer(_ item: GalleryItem, _ thumbnail: GalleryThumbnail) {
    answers[item.path] = thumbnail
    onChange?(item)
  }
}

/// A grid on a stage without a window.
@MainActor class GalleryRig: StageRig {
  let gallery = GalleryView()
  let source = FakeThumbnails()
  let listener = GalleryListener()

  /// Makes a grid of sections with so many pictures each; it is at rest.
  init(
    _ counts: [Int], width: Int = 480, height: Int = 320, scale: Double = 1, side: Double = 96,
    hasThumbnails: Bool = true
  ) {
    super.init(width, height, scale: scale)
    stage.background = GalleryStyle.background
    gallery.defersText = true
    gallery.fillsParent = true
    gallery.delegate = listener
    gallery.tuning.cellSide = side
    gallery.thumbnails = source
    stage.root.add(gallery)
    let contents = Self.contents(counts)
    if hasThumbnails {
      for (index, item) in contents.items.enumerated() {
        source.answer(
          item, .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
      }
    }
    wait(0.05)
    gallery.show(contents)
    settle()
  }

  /// Sections of so many pictures each, with names that say where they are.
  static func contents(_ counts: [Int]) -> GalleryContents {
    let names = ["Norway", "Garden", "Anna’s birthday", "Screenshots", "2019"]
    return GalleryContents(
      counts.enumerated().map { section, count in
        let folder = FilePath("/pictures/\(section)/\(names[section % names.count])")
        return (folder, (0..<count).map { folder.appending(Array("IMG_\($0).jpg".utf8)) })
      })
  }

  /// The middle of an item's cell, on the stage.
  func middle(of item: Int) -> Point {
    gallery.thumbnailGeometry(of: item)?.frame.center ?? Point(x: -1, y: -1)
  }

  /// How far it is scrolled.
  var offset: Double { gallery.lastFrame?.offset ?? .nan }

  func perform(_ action: GalleryAction) { gallery.perform(action, at: now) }
}

/// Writes down what a grid tells.
@MainActor final class GalleryListener: GalleryViewDelegate {
  private(set) var opened: [Int] = []
  private(set) var focused: [Int?] = []
  private(set) var selections: [[Int]] = []
  private(set) var menus: [(point: Point, item: Int?)] = []

  func gallery(_ gallery: GalleryView, open item: Int) { opened.append(item) }
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) { focused.append(item) }
  func galleryDidChangeSelection(_ gallery: GalleryView) {
    selections.append(Array(gallery.state.selection.items))
  }
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {
    menus.append((point, item))
  }
}
