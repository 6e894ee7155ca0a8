import GalleryCore
public import Geometry
public import Input
public import PhotoBrowser
public import Scenes
public import Views

/// A scrolling grid of thumbnails. A click on a cell opens a page, whose picture flies out of the
/// cell and back.
///
/// The grid shows pictures that the program supplies, and loads those of items with a name: of the
/// visible ones, and of some above and below. Other loaded pictures are cached up to 64 MiB.
public final class ThumbnailGrid: View, Scene {
  /// The groups of cells, from top to bottom. Default: none.
  public var sections: [ThumbnailGrid.Section] = [] {
    didSet { sectionsDidChange() }
  }
  public var style: ThumbnailGrid.Style {
    didSet { applyStyle() }
  }
  /// The title of the grid as a scene, for example in a title bar. Default: empty.
  public var title = ""
  /// Called with the index of a cell, in ``thumbnails``, when the user opens it. Default: does
  /// nothing.
  public var onOpen: (_ index: Int) -> Void = { _ in }
  /// Called when the user asks for a context menu, with a point in the stage's coordinates and the
  /// index of the cell there, nil beside all cells. Default: does nothing.
  public var onMenu: (_ point: Point, _ index: Int?) -> Void = { _, _ in }
  /// Called with the indices of all selected cells, in ``thumbnails``, when they change. Default:
  /// does nothing.
  public var onSelect: (_ indices: [Int]) -> Void = { _ in }
  /// Whether the user may select cells. Otherwise a mouse drag scrolls. Default: false.
  public var allowsSelection = false {
    didSet { gallery.allowsSelection = allowsSelection }
  }
  /// Whether an enlarged preview is shown for a resting pointer and while the space bar is held.
  /// Otherwise the space bar opens the focused cell. Default: false.
  public var showsPreviews = false {
    didSet { applyPreviewSetting() }
  }

  /// The loader of the pictures of items that have a name. Pictures from files are loaded again
  /// when the colours of the display change. Default: nil.
  public var loader: (any PictureLoader)? {
    get { source.loader }
    set {
      source.loader = newValue
      (newValue as? any RecoloringLoader)?.observeColorChanges(for: self) { $0.source.reload() }
    }
  }

  /// The widths, in device pixels, of the edges that bars of the window cover; the grid scrolls
  /// between them. Default: zero.
  package var barInsets: Insets {
    get { gallery.barInsets }
    set { gallery.barInsets = newValue }
  }

  let gallery = GalleryView()
  private let source = PictureThumbnailSource()
  /// Whether the change of ``sections`` in progress replaces only the picture of an item, and not
  /// the list of items.
  private var isReplacingOnlyPicture = false

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
    applyPreviewSetting()
    applyStyle()
    sectionsDidChange()
  }

  /// Makes a grid of one section without a title, which shows `pictures`.
  public convenience init(_ pictures: [Picture], style: ThumbnailGrid.Style = ThumbnailGrid.Style())
  {
    self.init(
      sections: [ThumbnailGrid.Section(pictures.map { ThumbnailGrid.Thumbnail($0) })], style: style)
  }

  public var view: View { self }

  /// Whether the picture of any visible or near item is still loading.
  public var isWaiting: Bool { source.isLoading }

  /// The items of all sections in order. The methods of the grid address a cell by its index in
  /// this array.
  public var thumbnails: [ThumbnailGrid.Thumbnail] { sections.flatMap(\.thumbnails) }

  /// The index, in ``thumbnails``, of the cell that is drawn empty, because its picture is in
  /// flight or on a page; nil for none. Default: nil.
  public var emptySlot: Int? {
    get { gallery.emptySlot }
    set { gallery.emptySlot = newValue }
  }

  /// The index, in ``thumbnails``, of the cell that keys act on. Default: 0.
  public var focus: Int {
    get { gallery.state.focus ?? 0 }
    set { gallery.setFocus(onPage: newValue) }
  }

  /// The indices, in ``thumbnails``, of the selected cells in ascending order.
  public var selection: [Int] { Array(gallery.state.selection.items) }

  /// Scrolls the cell at `index`, in ``thumbnails``, into view without animation.
  public func reveal(_ index: Int) { gallery.reveal(page: index) }

  /// The thumbnail between which and its page the picture of the cell at `index` flies, in the
  /// coordinates of `view`.
  ///
  /// - Returns: Nil when the cell is out of view.
  public func thumbnail(of index: Int, seenFrom view: View) -> BrowserThumbnail? {
    gallery.thumbnailGeometry(ofPage: index)?.browserThumbnail(inCoordinatesOf: view)
  }

  /// Called when cells have moved, so that a picture that flies to one can follow it. Default: nil.
  package var onCellsMove: (() -> Void)? {
    get { gallery.onCellsMove }
    set { gallery.onCellsMove = newValue }
  }

  /// The rectangle of the cell at `index` at the present scroll offset, in this view's coordinates;
  /// nil when there is no such cell.
  package func cellFrame(at index: Int) -> Rect? {
    gallery.state.frame(ofItem: index, at: gallery.lastTime)?.offset(by: gallery.cellAreaOffset)
  }

  /// The picture of an item, supplied by the program or loaded; nil when there is none.
  func picture(of thumbnail: ThumbnailGrid.Thumbnail) -> Picture? {
    source.picture(of: thumbnail.id)
  }

  /// Whether the loader failed to load the picture of an item.
  func hasFailed(_ thumbnail: ThumbnailGrid.Thumbnail) -> Bool { source.hasFailed(thumbnail.id) }

  // MARK: Items

  /// Replaces the picture of the cell at `index`, in ``thumbnails``; does nothing if there is no
  /// such cell.
  public func show(_ picture: Picture, at index: Int) {
    guard let position = position(of: index) else { return }
    isReplacingOnlyPicture = true
    sections[position.section].thumbnails[position.item].picture = picture
    isReplacingOnlyPicture = false
    source.setPicture(picture, of: sections[position.section].thumbnails[position.item].id)
    gallery.requestFrame()
  }

  /// Inserts items before the one at `index`, in ``thumbnails``, into its section. With the number
  /// of items as `index`, they are added at the end of the last section.
  ///
  /// - Precondition: `index` is at most the number of items.
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

  /// Removes the item at `index`, in ``thumbnails``.
  ///
  /// - Precondition: There is an item at `index`.
  public func removeItem(at index: Int) {
    guard let position = position(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    sections[position.section].thumbnails.remove(at: position.item)
  }

  /// Moves the item at `index`, in ``thumbnails``, with its picture, so that its index is `target`
  /// afterwards.
  ///
  /// - Precondition: There are items at both indices.
  public func moveItem(from index: Int, to target: Int) {
    guard let position = position(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    precondition((0..<itemCount).contains(target), "item \(target) of \(itemCount)")
    // The item is moved in a copy, so that ``sections`` changes only once. If a first change
    // removed the item, the loading of its picture would be cancelled.
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
    guard !isReplacingOnlyPicture else { return }
    var pictures: [ThumbnailGrid.Thumbnail.ID: Picture] = [:]
    for section in sections {
      for thumbnail in section.thumbnails { pictures[thumbnail.id] = thumbnail.picture }
    }
    let contents = GalleryContents(sections)
    if contents != gallery.contents { gallery.show(contents) }
    source.setPictures(pictures)
    if gallery.state.focus == nil, !contents.items.isEmpty { focus = 0 }
    gallery.requestFrame()
  }

  // MARK: Appearance

  private func applyStyle() {
    gallery.cellStyle = CellStyle(style)
    gallery.options.minColumns = max(1, style.columns)
    gallery.options.cellSide = style.maxCellWidth
    gallery.options.cellAspect = style.aspect
    gallery.options.gap = style.gap
    gallery.options.margin = style.margin
  }

  private func applyPreviewSetting() {
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

/// The grid receives keys while no view has the keyboard focus, also when it is a part of another
/// view, such as that of a `ViewScene`.
extension ThumbnailGrid: UnfocusedKeyView {}

extension ThumbnailGrid: GalleryViewDelegate {
  package func gallery(_ gallery: GalleryView, open item: Int) { onOpen(item) }
  package func galleryDidChangeSelection(_ gallery: GalleryView) { onSelect(selection) }
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {
    onMenu(point, item)
  }
}

nonisolated extension GalleryContents {
  /// The identity of a section: its number in ``ThumbnailGrid/sections``.
  private struct SectionNumber: GalleryIdentity {
    let number: Int
    var displayName: String { "" }
    var animationBadgeLabel: String { "" }
  }

  /// Makes grid contents of the sections of a ``ThumbnailGrid``.
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
      case nil: .picture
      case .play?: .video
      case .live?: .live
      }
    self.init(PictureIdentity(id: thumbnail.id, name: thumbnail.name ?? ""), kind: kind)
  }
}

nonisolated extension CellStyle {
  /// The opacity of the white that lightens the background to the colour of a cell without a
  /// picture.
  private static let tileLighteningOpacity = 0.06

  fileprivate init(_ style: ThumbnailGrid.Style) {
    let background = style.background.over(.black, style.background.alpha)
    self.init(
      cornerRadius: style.cornerRadius,
      surface: .fixed(
        background: background, tile: Color.white.over(background, Self.tileLighteningOpacity)))
  }
}
