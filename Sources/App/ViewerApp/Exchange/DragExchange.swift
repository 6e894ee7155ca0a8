import BrowserHost
import Desktop
import GalleryCore
import Geometry
import Imaging
import Input
import Localization
import PhotoBrowser
import PhotoGrid
import Pixels
import Views
import Windowing

/// The photos that a drag takes out of the window.
private struct DraggedPhotos {
  /// For each dragged photo, the file that the viewer shows of it.
  var photos: [FilePath]
  /// All files that belong to the dragged photos, such as sidecars, and dragged folders.
  var files: [FilePath]
  var thumbnail: Bitmap?
  /// The position of the pointer in the thumbnail, from 0 at the left or top edge to 1 at the right
  /// or bottom edge.
  var relativePointerPosition = Point(x: 0.5, y: 0.5)
}

/// The drag and drop between the window and other programs.
final class DragExchange {
  private let shown: ShownScenes
  private let log: Log
  private let clipboard: ClipboardExchange
  private let navigator: Navigator
  /// The handler of drags from other programs over the window.
  private let drops: WindowDrops
  /// The modifier keys that were down at the latest press with which a drag of photos can begin.
  private var modifiersAtPress: Modifiers = []

  /// Makes the window accept drags of other programs, and lets photos be dragged out of the window.
  init(_ shown: ShownScenes, _ clipboard: ClipboardExchange, _ navigator: Navigator, log: Log) {
    self.shown = shown
    self.clipboard = clipboard
    self.navigator = navigator
    self.log = log
    let view = shown.view
    drops = WindowDrops(over: view, log: log)
    drops.gridFolder = { [weak shown] in shown?.folderOfGrid }
    drops.onDrop = { [weak self] in self?.receiveDrop($0, $1, at: $2) }
    view.window.acceptDrops(by: drops)
    view.host.canDragContent = { [weak self] press in
      self?.modifiersAtPress = press.modifiers
      return self?.canDrag(from: press.location, press.modifiers) ?? false
    }
    view.host.onContentDragBegin = { [weak self] in self?.beginDrag(from: $0, pointer: $1) }
  }

  // MARK: Drops

  private static var droppedName: String { tr("Dropped image") }

  private func receiveDrop(_ items: IncomingItems, _ intent: DropIntent, at point: Point) {
    switch (items, intent) {
    case (.files, .transfer(let kind, let folder)) where !items.localFiles.isEmpty:
      clipboard.transfer(kind, items.localFiles, into: folder)
    case (.files(let files, _), _): navigator.open(files, at: point)
    case (.picture(let bytes, let type), _):
      clipboard.save(bytes, type, named: Self.droppedName, as: tr("Drop", context: "undo step"))
    case (.none, _): break
    }
  }

  // MARK: Drags

  /// Whether a drag that begins at a point of the stage takes photos out of the window. In a grid,
  /// Shift draws a selection rectangle over photos instead; a photo on a page is dragged with Ctrl.
  private func canDrag(from point: Point, _ modifiers: Modifiers) -> Bool {
    let view = shown.view
    guard view.stack?.isAtRest ?? false else { return false }
    if let visit = shown.visit, view.scene === visit {
      return modifiers == .control && !visit.isLeaving && visit.file != nil
        && isPage(point, of: visit)
    }
    guard !modifiers.contains(.shift), let home = shown.home, view.scene === home else {
      return false
    }
    return home.current.gallery.item(atStagePoint: point) != nil
  }

  /// The photos that a drag from a point of the stage takes out of the window; nil when a drag
  /// cannot begin there.
  private func draggedPhotos(from point: Point) -> DraggedPhotos? {
    guard canDrag(from: point, modifiersAtPress) else { return nil }
    if let visit = shown.visit, shown.view.scene === visit, let file = visit.file {
      return DraggedPhotos(
        photos: [file], files: visit.filesOfPhoto, thumbnail: visit.dragThumbnail)
    }
    guard let scene = shown.home?.current, let index = scene.gallery.item(atStagePoint: point)
    else {
      return nil
    }
    return draggedPhotos(index, at: point, of: scene)
  }

  /// The selected photos of a grid if the item at `index` is among them, else that item alone; nil
  /// when the grid has no such item.
  ///
  /// - Parameter point: the position of the pointer in the stage's coordinates.
  private func draggedPhotos(_ index: Int, at point: Point, of scene: GalleryScene)
    -> DraggedPhotos?
  {
    let isSelected = scene.gallery.state.selection.contains(index)
    let indices = isSelected ? scene.gallery.selectedOrFocused : [index]
    let items = indices.compactMap { index in scene.gallery.item(index).map { (index, $0) } }
    guard !items.isEmpty else { return nil }
    let geometry = scene.gallery.thumbnailGeometry(of: index)
    var result = DraggedPhotos(
      photos: items.map(\.1.path),
      files: items.flatMap { index, item in
        item.kind == .folder
          ? [item.path]
          : scene.live.library.files(with: item.path, atPage: scene.gallery.page(of: index))
      }, thumbnail: geometry?.bitmap)
    if let frame = geometry?.frame, !frame.isEmpty {
      result.relativePointerPosition = Point(
        x: (point.x - frame.minX) / frame.width, y: (point.y - frame.minY) / frame.height)
    }
    return result
  }

  /// Whether a point of the stage belongs to the browser's pages and no button or text field lies
  /// over them.
  private func isPage(_ point: Point, of visit: PhotoVisit) -> Bool {
    let views = shown.view.stage.views(at: point)
    let above = views.prefix { $0 !== visit.browser }
    return above.count < views.count && !above.contains { $0 is Control || $0 is TextField }
  }

  private func beginDrag(from start: Point, pointer: Point) {
    guard let found = draggedPhotos(from: start) else { return }
    let view = shown.view
    let current = CurrentFolder.path
    let isLocal = found.files.allSatisfy { $0.webAddress == nil }
    let isArchived = found.files.contains { $0.containingArchive != nil }
    var drag = OutgoingDrag(
      FileClipboardFormats.dragFormats(
        of: found.files, photos: found.photos, in: current, png: view.makePNG),
      picture: DragPicture.make(
        found.thumbnail, count: found.photos.count, relativeGrip: found.relativePointerPosition,
        scale: view.stage.scale,
        hasShadow: view.window.desktop.isCompositing),
      actions: isArchived ? [.copy] : isLocal ? [.copy, .move, .link] : [.copy, .link])
    drag.reducesMotion = view.stack?.reducesMotion ?? false
    if let file = found.photos.first, found.photos.count == 1, isLocal {
      drag.directSave = directSave(of: file.absolute(in: current))
    }
    drag.onEnd = { [log] outcome in log.trace("drag ended \(outcome.traceText)") }
    guard view.window.begin(drag, pointer: pointer) else { return }
    log.trace("drag began count=\(found.photos.count)")
  }

  private func directSave(of file: FilePath) -> OutgoingDrag.DirectSave {
    OutgoingDrag.DirectSave(name: file.name) { [weak self] uri, done in
      guard let target = FilePath(argument: uri), target.webAddress == nil,
        target.bytes.first == UInt8(ascii: "/")
      else { return done(false) }
      WorkerThread.run {
        Result { () throws(FileCopyError) in try FileCopy.copy(file.bytes, to: target.bytes) }
      } finish: { result in
        switch result {
        case .success: done(true)
        case .failure(let error):
          self?.report(error, saving: file)
          done(false)
        }
      }
    }
  }

  private func report(_ error: FileCopyError, saving file: FilePath) {
    log.error("\(file.display): \(error)")
    shown.view.showFailure(
      tr(
        "“{name}” could not be copied: {reason}",
        ["name": file.displayName, "reason": error.description]))
    log.trace("direct save failed=1")
  }
}

extension OutgoingDrag.Outcome {
  /// The fields of a trace line about the end of a drag.
  fileprivate var traceText: String {
    switch self {
    case .dropped(let action): "as=dropped action=\(action.map { "\($0)" } ?? "none")"
    case .refused: "as=refused"
    case .cancelled: "as=cancelled"
    }
  }
}

extension PhotoVisit {
  /// The smallest bitmap of the picture on the page with a longer side of at least
  /// ``minDragThumbnailSide`` pixels, else the largest bitmap; nil while the page has no picture.
  fileprivate var dragThumbnail: Bitmap? {
    guard let cell = browser.visibleCell as? PhotoCell, case .picture(let picture) = cell.content
    else { return nil }
    return picture.bitmaps.last { max($0.size.width, $0.size.height) >= Self.minDragThumbnailSide }
      ?? picture.bitmaps.first
  }

  /// The minimum length in pixels of the longer side of the bitmap from which the picture of a drag
  /// is made. A smaller bitmap is used only if the page has no larger one.
  private static let minDragThumbnailSide = 240
}
