import Geometry
import Input
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import PhotoGrid

/// A loader whose updates are sent by the test.
@MainActor private final class HandLoader: RecoloringLoader {
  private(set) var begun: [String] = []
  private(set) var cancelled: [String] = []
  /// The report of new target colours to the grid.
  private(set) var colorsDidChange: () -> Void = {}
  private var updates: [String: @MainActor (Picture.Update) -> Void] = [:]

  /// The names of the running requests.
  var open: Set<String> { Set(updates.keys) }

  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    begun.append(request.name)
    updates[request.name] = update
    return Picture.Load { [weak self] in
      self?.updates[request.name] = nil
      self?.cancelled.append(request.name)
    }
  }

  func observeColorChanges<Owner: AnyObject>(for owner: Owner, refetch: @escaping (Owner) -> Void) {
    colorsDidChange = { [weak owner] in
      if let owner { refetch(owner) }
    }
  }

  /// The picture with a number, which is encoded in its width.
  static func picture(_ number: Int, height: Int = 40) -> Picture {
    Picture(SyntheticPhoto.gradient(40 + number, height))
  }

  func answer(_ number: Int) { answer(number, .finished(Self.picture(number))) }

  func answer(_ number: Int, _ update: Picture.Update) {
    let name = "\(number)"
    let call = updates[name]
    if case .partial = update {} else { updates[name] = nil }
    call?(update)
  }
}

@MainActor @Suite struct GridPictureLoaderTests {
  private let loader = HandLoader()

  private func rig(_ count: Int) -> (rig: StageRig, grid: ThumbnailGrid) {
    var style = ThumbnailGrid.Style()
    (style.margin, style.gap) = (12, 6)
    let items = (0..<count).map { ThumbnailGrid.Thumbnail(name: String($0)) }
    let grid = ThumbnailGrid(sections: [ThumbnailGrid.Section(items)], style: style)
    grid.loader = loader
    let rig = StageRig(240, 180)
    grid.fillsParent = true
    rig.stage.root.add(grid)
    rig.settle()
    return (rig, grid)
  }

  /// The numbers of the pictures that the cells show; nil for an empty cell.
  private func shown(_ grid: ThumbnailGrid) -> [Int?] {
    grid.thumbnails.map { item in
      grid.picture(of: item).map { Int($0.naturalSize.size.width) - 40 }
    }
  }

  @Test func `a picture loaded after a deletion is shown in the cell of its item`() {
    let (_, grid) = rig(6)
    #expect(loader.begun == ["0", "1", "2", "3", "4", "5"] && grid.isWaiting)
    loader.answer(0)
    loader.answer(4)
    grid.removeItem(at: 1)
    for number in [2, 5, 3] { loader.answer(number) }
    #expect(shown(grid) == [0, 2, 3, 4, 5])
    // The answer for a removed item has no effect.
    loader.answer(1)
    #expect(shown(grid) == [0, 2, 3, 4, 5] && !grid.isWaiting)
    #expect(loader.cancelled.contains("1"))
  }

  @Test func `items that are inserted or moved keep their pictures`() {
    let (_, grid) = rig(4)
    for number in 0..<3 { loader.answer(number) }
    grid.insertItems([ThumbnailGrid.Thumbnail(name: "9")], at: 0)
    grid.moveItem(from: 4, to: 1)
    #expect(shown(grid) == [nil, nil, 0, 1, 2])
    loader.answer(3)
    loader.answer(9)
    #expect(shown(grid) == [9, 3, 0, 1, 2])
    #expect(loader.begun.count == 5, "no picture was loaded twice: \(loader.begun)")
  }

  @Test func `focus and empty slot stay with their items`() {
    let (_, grid) = rig(6)
    grid.focus = 3
    grid.emptySlot = 4
    grid.removeItem(at: 0)
    #expect(grid.focus == 2 && grid.emptySlot == 3)
    grid.insertItems(
      [ThumbnailGrid.Thumbnail(name: "7"), ThumbnailGrid.Thumbnail(name: "8")], at: 1)
    #expect(grid.focus == 4 && grid.emptySlot == 5)
    grid.moveItem(from: 4, to: 0)
    #expect(grid.focus == 0 && grid.emptySlot == 5)
    grid.removeItem(at: 5)
    #expect(grid.emptySlot == nil)
  }

  @Test func `pictures within a screen of the viewport are loaded in reading order`() {
    let (rig, grid) = rig(3000)
    #expect(loader.begun.prefix(9) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"][...])
    #expect(loader.begun.count < 30)
    grid.reveal(1500)
    rig.settle()
    #expect(loader.begun.count < 80)
    #expect(loader.begun.contains("1500"))
    #expect(loader.open.allSatisfy { abs((Int($0) ?? 0) - 1500) < 20 }, "\(loader.open)")
  }

  @Test func `pictures outside the viewport are kept within the budget`() throws {
    let (rig, grid) = rig(600)
    // Each picture has 2 MiB.
    let large = Picture(Bitmap.computed(1024, 512) { _, _ in 0xFF00_0000 })
    for index in stride(from: 0, to: 600, by: 9) {
      grid.reveal(index)
      rig.settle()
      for name in loader.open { loader.answer(try #require(Int(name)), .finished(large)) }
    }
    let bytes = grid.thumbnails.compactMap(grid.picture(of:)).reduce(0) {
      $0 + $1.bitmaps.reduce(0) { $0 + $1.byteCount }
    }
    #expect(bytes <= GridPictureLoader.maxUnrequestedBytes + 60 * 2 << 20)
    #expect(bytes >= GridPictureLoader.maxUnrequestedBytes / 2, "nothing was kept")
    // The first pictures are loaded again when their cells are visible again.
    grid.reveal(0)
    rig.settle()
    #expect(loader.open.contains("0"))
  }

  @Test func `a partial picture never replaces a whole one`() {
    let (_, grid) = rig(1)
    loader.answer(0, .partial(HandLoader.picture(1)))
    #expect(shown(grid) == [1])
    var part = HandLoader.picture(2)
    part.isPartial = true
    loader.answer(0, .partial(part))
    #expect(shown(grid) == [1])
    loader.answer(0)
    #expect(shown(grid) == [0])
  }

  @Test func `a coarse picture that was scrolled away is loaded in full when visible again`() {
    let (rig, grid) = rig(3000)
    loader.answer(0, .partial(HandLoader.picture(7)))
    grid.reveal(1500)
    rig.settle()
    #expect(!loader.open.contains("0") && shown(grid)[0] == 7)
    grid.reveal(0)
    rig.settle()
    #expect(loader.open.contains("0") && shown(grid)[0] == 7)
    loader.answer(0)
    #expect(shown(grid)[0] == 0)
  }

  @Test func `an item that fails to load shows an error sign and is not waited for`() {
    let (rig, grid) = rig(2)
    let before = rig.redrawn
    loader.answer(0, .failed(FailureMessage(sentence: "no", canRetry: false)))
    loader.answer(1)
    rig.settle()
    #expect(grid.hasFailed(grid.thumbnails[0]) && !grid.isWaiting)
    #expect(!rig.redrawn.isSame(as: before))
  }

  @Test func `of many failures the least recently requested are forgotten`() {
    let loading = GridPictureLoader(by: loader)
    let items = (0...GridPictureLoader.maxUnrequestedFailures).map {
      ThumbnailGrid.Thumbnail(name: String($0))
    }
    loading.setRequests(
      items.map { GridPictureLoader.PictureRequest(id: $0.id, name: $0.name ?? "") })
    for number in items.indices {
      loader.answer(number, .failed(FailureMessage(sentence: "no", canRetry: false)))
    }
    #expect(items.allSatisfy { loading.hasFailed($0.id) })
    loading.setRequests([])
    #expect(!loading.hasFailed(items[0].id))
    #expect(items.dropFirst().allSatisfy { loading.hasFailed($0.id) })
  }

  @Test func `pictures in new colours replace the known ones`() {
    let (_, grid) = rig(2)
    loader.answer(0)
    loader.answer(1)
    loader.colorsDidChange()
    #expect(shown(grid) == [0, 1] && grid.isWaiting)
    loader.answer(0, .finished(HandLoader.picture(5)))
    #expect(shown(grid) == [5, 1])
  }
}
