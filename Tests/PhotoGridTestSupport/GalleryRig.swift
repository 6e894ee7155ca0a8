package import GalleryCore
package import Geometry
import Input
import Motion
package import PhotoGrid
import Pixels
public import TestSupport
import Testing
import Views

/// The identity of an item in tests: a path.
package struct TestPath: GalleryIdentity {
  package let path: String

  package init(_ path: String) { self.path = path }

  package var displayName: String { path.split(separator: "/").last.map(String.init) ?? path }
  package var animationBadgeLabel: String { path.split(separator: ".").last?.uppercased() ?? "" }
}

extension GalleryItem {
  package init(path: String, kind: Kind = .picture) { self.init(TestPath(path), kind: kind) }
}

extension GalleryContents {
  /// Contents of sections, each with the path of a folder and the names of its pictures.
  package init(_ groups: [(folder: String, names: [String])], isSortedByName: Bool = false) {
    self.init(
      sections: groups.map { folder, names in
        let id = TestPath(folder)
        return Section(id: GalleryID(id), title: id.displayName, count: names.count)
      },
      items: groups.flatMap { folder, names in
        names.map { GalleryItem(path: "\(folder)/\($0)") }
      }, isSortedByName: isSortedByName)
  }
}

/// A source of thumbnails that are loaded from the beginning, or that the test delivers.
@MainActor package final class FakeThumbnails: ThumbnailSource {
  package var onChange: ((GalleryItem) -> Void)?
  package private(set) var demands: [ThumbnailDemand] = []
  private var answers: [GalleryID: GalleryThumbnail] = [:]
  /// The thumbnail of every item without an entry of its own.
  package var others = GalleryThumbnail.loading

  package func thumbnail(for item: GalleryItem) -> GalleryThumbnail { answers[item.id] ?? others }
  package func setDemand(_ demand: ThumbnailDemand) { demands.append(demand) }

  package func answer(_ item: GalleryItem, _ thumbnail: GalleryThumbnail) {
    answers[item.id] = thumbnail
    onChange?(item)
  }
}

/// A grid on a stage without a window.
@MainActor open class GalleryRig: StageRig {
  package let gallery = GalleryView()
  package let source = FakeThumbnails()
  package let listener = GalleryListener()

  /// Makes a grid at rest, with the given number of pictures in each section.
  package init(
    _ counts: [Int], width: Int = 480, height: Int = 320, scale: Double = 1, side: Double = 96,
    hasThumbnails: Bool = true
  ) {
    super.init(width, height, scale: scale)
    stage.background = GalleryStyle.background
    gallery.defersText = true
    gallery.fillsParent = true
    gallery.delegate = listener
    // The host has a key for help.
    gallery.isShortcut = { GalleryCommand($0) != nil || $0.name == .character("?") }
    gallery.options.cellSide = side
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

  /// Sections with the given numbers of pictures, in folders that are numbered by section.
  package static func contents(_ counts: [Int]) -> GalleryContents {
    let names = ["Norway", "Garden", "Anna’s birthday", "Screenshots", "2019"]
    return GalleryContents(
      counts.enumerated().map { section, count in
        let folder = "/pictures/\(section)/\(names[section % names.count])"
        return (folder, (0..<count).map { "IMG_\($0).jpg" })
      })
  }

  /// The middle of an item's cell, on the stage.
  package func middle(of item: Int) -> Point {
    gallery.thumbnailGeometry(of: item)?.frame.center ?? Point(x: -1, y: -1)
  }

  /// The scroll offset, in pixels.
  package var offset: Double { gallery.lastFrame?.offset ?? .nan }

  package func perform(_ action: GalleryAction) { gallery.perform(action, at: now) }
}

/// A delegate that records the events of a grid.
@MainActor package final class GalleryListener: GalleryViewDelegate {
  package private(set) var opened: [Int] = []
  package private(set) var focused: [Int?] = []
  package private(set) var selections: [[Int]] = []
  package private(set) var menus: [(point: Point, item: Int?)] = []

  package func gallery(_ gallery: GalleryView, open item: Int) { opened.append(item) }
  package func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) { focused.append(item) }
  package func galleryDidChangeSelection(_ gallery: GalleryView) {
    selections.append(Array(gallery.state.selection.items))
  }
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {
    menus.append((point, item))
  }
}
