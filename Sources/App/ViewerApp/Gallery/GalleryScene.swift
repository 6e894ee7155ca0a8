import DecoderWire
import GalleryCore
import Geometry
import Imaging
import Input
import Motion
import Pixels
import Scenes
import Views

/// One grid: a library that is looked at.
final class GalleryScene: Scene {
  let gallery = GalleryView()
  let live: LiveLibrary
  /// Called when an item is to be shown large.
  var onOpen: ((Int) -> Void)?
  /// Called when there are other pictures.
  var onChange: ((LiveLibrary.Change) -> Void)?
  /// Called when a menu is asked for at a point of the stage.
  var onMenu: ((Point) -> Void)?
  /// What finds the library's request when the scene is first seen; nil when that is known.
  var onFirstSight: ((GalleryScene) -> Void)?

  private let thumbnails: PipelineThumbnailSource
  private let log: Log
  private var trace = GalleryTrace()
  /// Finds the item that has the focus at first, when the library is known.
  var findStart: ((SectionedLibrary) -> Int?)?
  /// True once its library is being read, or was.
  private var isBegun: Bool

  /// Makes a grid that reads its library when it is first seen.
  init(
    _ live: LiveLibrary, pipeline: ImagePipeline, posters: ClipPosters? = nil, log: Log
  ) {
    self.live = live
    self.log = log
    isBegun = !live.isLoading
    title = live.library.request.title
    thumbnails = PipelineThumbnailSource(pipeline: pipeline, posters: posters)
    gallery.thumbnails = thumbnails
    gallery.delegate = self
    gallery.defersText = true
    gallery.glance = { item, size, deliver in
      let request = ImageRequest(path: item.path.key, target: size, purpose: .page)
      let task = pipeline.request(request) { update in
        switch update {
        case .preview(let image), .exact(let image):
          deliver(image.bitmap, image.info.naturalSize)
        case .failed: break
        }
      }
      return Cancellation { task.cancel() }
    }
    live.onChange = { [weak self] in self?.libraryDidChange($0) }
  }

  // MARK: As a scene

  var view: View { gallery }

  let title: String

  func willAppear() {
    guard !isBegun else { return }
    isBegun = true
    if let onFirstSight { onFirstSight(self) } else { live.reload() }
  }

  /// Shows a library that was read before it got a grid.
  func showKnownLibrary() { libraryDidChange(live.everything) }

  /// The pictures are in other colours.
  func colorsDidChange() { thumbnails.colorsDidChange() }

  private func libraryDidChange(_ change: LiveLibrary.Change) {
    gallery.emptyMessage = Self.emptyMessage(of: change.library.request)
    gallery.show(change.contents, change: change.gallery)
    let rewritten = change.diff.rewritten.compactMap { gallery.item($0) }
    if !rewritten.isEmpty { thumbnails.refresh(rewritten) }
    if let start = findStart?(change.library) {
      gallery.moveFocus(to: start)
      gallery.reveal(start)
    }
    findStart = nil
    onChange?(change)
  }

  private static func emptyMessage(of request: LibraryRequest) -> (sentence: String, hint: String) {
    guard !request.sources.isEmpty else { return ("No pictures were looked at recently", "") }
    return (
      "There are no pictures in “\(request.title)”", "What is put into the folder appears here"
    )
  }

  // MARK: What is asked of it

  /// Does what means something to a grid.
  func perform(_ command: Command, at time: Timestamp) -> Bool {
    switch command {
    case .sortByName: sort(by: .name)
    case .sortByDate: sort(by: .date)
    case .sortBySize: sort(by: .size)
    case .reverseOrder:
      var order = live.order
      order.isReversed.toggle()
      live.sort(by: order)
    case .reload: live.reload()
    default: return gallery.perform(command: command, at: time)
    }
    return true
  }

  private func sort(by wanted: SortOrder) {
    var order = live.order
    order.order = wanted
    order.isReversed = false
    live.sort(by: order)
  }

  /// The files that are selected, or the one with the focus.
  var chosenFiles: [FilePath] { gallery.chosen.compactMap { gallery.item($0)?.path } }

  var menuCommands: [MenuEntry] {
    let order = live.order
    let hasItems = !gallery.contents.items.isEmpty
    func entry(_ command: Command, isChecked: Bool = false) -> MenuEntry {
      .command(command, isChecked: isChecked, isEnabled: hasItems)
    }
    return [
      entry(.open), .separator,
      entry(.sortByName, isChecked: order.order == .name),
      entry(.sortByDate, isChecked: order.order == .date),
      entry(.sortBySize, isChecked: order.order == .size),
      entry(.reverseOrder, isChecked: order.isReversed), .separator,
      entry(.largerCells), entry(.smallerCells), entry(.defaultCells), .separator,
      entry(.selectAll), .command(.reload),
    ]
  }

  /// What became true with the frame that was presented, for `--log trace`.
  func tracePresented() {
    guard log.isTracing else { return }
    for line in trace.presented(gallery) { log.trace(line) }
  }
}

extension GalleryScene: GalleryViewDelegate {
  func gallery(_ gallery: GalleryView, open item: Int) { onOpen?(item) }

  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) { onMenu?(point) }
}
