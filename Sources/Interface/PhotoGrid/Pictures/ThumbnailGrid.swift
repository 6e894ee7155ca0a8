import GalleryCore
public import Geometry
public import Input
public import PhotoBrowser
public import Scenes
public import Views

/// A scrolling grid of thumbnails that opens a page on a click and serves as source and target of
/// the browser's flights.
///
/// It shows pictures that the host supplies, and loads those of items with a name: the visible ones
/// and some above and below. Other loaded pictures are cached up to 64 MiB.
public final class ThumbnailGrid: View, Scene {
  /// The cells, in groups.
  public var sections: [ThumbnailGrid.Section] = [] {
    didSet { sectionsDidChange() }
  }
  public var style: ThumbnailGrid.Style {
    didSet { adoptStyle() }
  }
  /// The title as a scene. Default: empty.
  public var title = ""
  /// Called with the flat index of a cell when it is opened.
  public var onOpen: (Int) -> Void = { _ in }
  /// Called when a context menu is requested, with a point of the stage and the flat index of the
  /// cell there; nil beside all cells.
  public var onMenu: (Point, Int?) -> Void = { _, _ in }
  /// Called with the flat indexes of the selected cells when they change.
  public var onSelect: ([Int]) -> Void = { _ in }
  /// Whether the user may select cells. Otherwise a mouse drag scrolls. Default: false.
  public var allowsSelection = false {
    didSet { gallery.allowsSelection = allowsSelection }
  }
  /// Whether a resting pointer and the space bar show a larger preview. Otherwise the space bar
  /// opens the cell with the focus. Default: false.
  public var showsPreviews = false {
    didSet { adoptPreviews() }
  }

  /// The loader of the pictures of items that have a name and no bitmap. Default: none.
  public var loader: (any PictureLoader)? {
    get { source.loader }
    set { source.loader = newValue }
  }

  /// The widths, in pixels, of the edges that bars of the window cover; the grid scrolls between
  /// them. Default: zero.
  package var barInsets: Insets {
    get { gallery.barInsets }
    set { gallery.barInsets = newValue }
  }

  let gallery = GalleryView()
  private let source = PictureThumbnails()
  /// True while only a picture changes, not the list of items.
  private var isListKept = false

  public init(
    sections: [ThumbnailGrid.Section] = [], style: ThumbnailGrid.Style = ThumbnailGrid.Style()
  ) {
    self.sections = sections
    self.style = style
    super.init()
    gallery.fillsParent = true
    gallery.thumbnails = source
    gallery.delegate = self
    gallery.allowsSelection = false
    gallery.findsByName = false
    gallery.emptyMessage = ("", "")
    add(gallery)
    adoptPreviews()
    adoptStyle()
    sectionsDidChange()
  }

  /// Makes a grid of one section.
  public convenience init(_ pictures: [Picture], style: ThumbnailGrid.Style = ThumbnailGrid.Style())
  {
    self.init(
      sections: [ThumbnailGrid.Section(pictures.map { ThumbnailGrid.Thumbnail($0) })], style: style)
  }

  public var view: View { self }

  /// Whether a requested picture is still loading.
  public var isWaiting: Bool { source.isLoading }

  /// The items of all sections; an index into them is a flat index.
  public var thumbnails: [ThumbnailGrid.Thumbnail] { sections.flatMap(\.thumbnails) }

  /// The index of the cell drawn as an empty slot, because its picture is in flight or on a page;
  /// nil for none. Default: nil.
  public var emptySlot: Int? {
    get { gallery.emptySlot }
    set { gallery.emptySlot = newValue }
  }

  /// The index of the cell that the keyboard acts on. Default: 0.
  public var focus: Int {
    get { gallery.state.focus ?? 0 }
    set { gallery.setFocus(onPage: newValue) }
  }

  /// The flat indexes of the selected cells, in order.
  public var selection: [Int] { Array(gallery.state.selection.items) }

  /// Scrolls a cell into view, without animation.
  public func reveal(_ index: Int) { gallery.reveal(page: index) }

  /// The thumbnail that the picture of page `index` flies from and returns to, in the coordinates
  /// of `view`.
  ///
  /// - Returns: nil when the cell is outside the visible area.
  public func thumbnail(of index: Int, seenFrom view: View) -> BrowserThumbnail? {
    gallery.thumbnailGeometry(ofPage: index)?.thumbnail(for: view)
  }

  /// Called when cells have moved, so that a flight to a cell can follow.
  package var onMove: (() -> Void)? {
    get { gallery.onMove }
    set { gallery.onMove = newValue }
  }

  /// Loads the pictures again for another display profile. The current pictures stay until the new
  /// ones arrive.
  package func reloadPictures() { source.reload() }

  /// The frame of a cell at the current scroll offset, in local coordinates; nil when there is no
  /// such cell.
  package func cell(_ index: Int) -> Rect? {
    gallery.state.frame(ofItem: index, at: gallery.lastTime)?.offset(by: gallery.contentOffset)
  }

  /// The picture of an item, supplied by the host or loaded; nil for none.
  func picture(of thumbnail: ThumbnailGrid.Thumbnail) -> Picture? {
    source.picture(of: thumbnail.id)
  }

  /// Whether the picture of an item failed to load.
  func hasFailed(_ thumbnail: ThumbnailGrid.Thumbnail) -> Bool { source.hasFailed(thumbnail.id) }

  // MARK: Items

  /// Replaces the picture of the cell at a flat index; does nothing if there is no such cell.
  public func show(_ picture: Picture, at index: Int) {
    guard let position = position(of: index) else { return }
    isListKept = true
    sections[position.section].thumbnails[position.item].picture = picture
    isListKept = false
    source.show(picture, of: sections[position.section].thumbnails[position.item].id)
    gallery.requestFrame()
  }

  /// Inserts items before the item at a flat index, into its section; at the item count, at the end
  /// of the last section.
  ///
  /// - Precondition: `index` is at most the item count.
  public func insertItems(_ thumbnails: [ThumbnailGrid.Thumbnail], at index: Int) {
    precondition((0...itemCount).contains(index), "item \(index) of \(itemCount)")
    guard !thumbnails.isEmpty else { return }
    if let position = position(of: index) {
      sections[position.section].thumbnails.insert(contentsOf: thumbnails, at: position.item)
    } else if sections.isEmpty {
      sections = [ThumbnailGrid.Section(thumbnails)]
    } else {
      sections[sections.count - 1].thumbnails += thumbnails
    }
  }

  /// Removes the item at a flat index.
  ///
  /// - Precondition: there is an item at `index`.
  public func removeItem(at index: Int) {
    guard let position = position(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    sections[position.section].thumbnails.remove(at: position.item)
  }

  /// Moves an item with its picture to a flat index of the list without it.
  ///
  /// - Precondition: both are indices of the list.
  public func moveItem(from index: Int, to target: Int) {
    guard let position = position(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    precondition((0..<itemCount).contains(target), "item \(target) of \(itemCount)")
    // A single change of the list keeps a picture that is loading from being cancelled.
    var next = sections
    let item = next[position.section].thumbnails.remove(at: position.item)
    var (section, start) = (0, 0)
    while section < next.count - 1, target > start + next[section].thumbnails.count {
      start += next[section].thumbnails.count
      section += 1
    }
    next[section].thumbnails.insert(item, at: target - start)
    sections = next
  }

  private var itemCount: Int { gallery.contents.items.count }

  private func position(of index: Int) -> (section: Int, item: Int)? {
    var left = index
    guard left >= 0 else { return nil }
    for (number, section) in sections.enumerated() {
      if left < section.thumbnails.count { return (number, left) }
      left -= section.thumbnails.count
    }
    return nil
  }

  private func sectionsDidChange() {
    guard !isListKept else { return }
    var pictures: [ThumbnailGrid.Thumbnail.ID: Picture] = [:]
    for section in sections {
      for thumbnail in section.thumbnails { pictures[thumbnail.id] = thumbnail.picture }
    }
    let contents = GalleryContents(sections)
    if contents != gallery.contents { gallery.show(contents) }
    source.show(pictures)
    if gallery.state.focus == nil, !contents.items.isEmpty { focus = 0 }
    gallery.requestFrame()
  }

  // MARK: Appearance

  private func adoptStyle() {
    gallery.cellStyle = CellStyle(style)
    gallery.tuning.minColumns = max(1, style.columns)
    gallery.tuning.cellSide = style.largestSide
    gallery.tuning.cellAspect = style.aspect
    gallery.tuning.gap = style.gap
    gallery.tuning.margin = style.margin
  }

  private func adoptPreviews() {
    gallery.showsHoverPreview = showsPreviews
    gallery.showsKeyPreview = showsPreviews
  }

  // MARK: Keys

  public override func receive(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    if gallery.press(key) { return true }
    guard key.isPress, !key.isRepeat, let command = command(of: key) else { return false }
    return gallery.perform(command: command, at: key.time)
  }

  private func command(of key: KeyEvent) -> GalleryCommand? {
    let isSpace = key.name == .character(" ") && key.modifiers.isEmpty
    return isSpace ? .open : GalleryCommand(key)
  }
}

/// A grid inside another view, such as that of a `ViewScene`, also receives keys.
extension ThumbnailGrid: UnfocusedKeyView {}

extension ThumbnailGrid: GalleryViewDelegate {
  package func gallery(_ gallery: GalleryView, open item: Int) { onOpen(item) }
  package func galleryDidChangeSelection(_ gallery: GalleryView) { onSelect(selection) }
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {
    onMenu(point, item)
  }
}

nonisolated extension GalleryContents {
  /// The identity of a section: its number.
  private struct SectionNumber: GalleryIdentity {
    let number: Int
    var displayName: String { "" }
    var badgeLabel: String { "" }
  }

  /// Makes the contents of the sections of a ``ThumbnailGrid``.
  fileprivate init(_ sections: [ThumbnailGrid.Section]) {
    self.init(
      sections: sections.enumerated().map { number, section in
        Section(
          id: GalleryID(SectionNumber(number: number)), title: section.title,
          count: section.thumbnails.count)
      },
      items: sections.flatMap { $0.thumbnails.map { GalleryItem($0) } })
  }
}

nonisolated extension GalleryItem {
  fileprivate init(_ thumbnail: ThumbnailGrid.Thumbnail) {
    let kind: Kind =
      switch thumbnail.badge {
      case .none: .picture
      case .play: .video
      case .live: .live
      }
    self.init(PictureIdentity(id: thumbnail.id, name: thumbnail.name ?? ""), kind: kind)
  }
}

nonisolated extension CellStyle {
  /// The opacity of white over the background on a cell without a picture.
  private static let tileLight = 0.06

  fileprivate init(_ style: ThumbnailGrid.Style) {
    let background = style.background.over(.black, style.background.alpha)
    self.init(
      cornerRadius: style.cornerRadius,
      ground: .fixed(
        background: background, tile: Color.white.over(background, Self.tileLight)))
  }
}
