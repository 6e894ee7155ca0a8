import BrowserCore
import BrowserHost
import GalleryCore
import Geometry
import Hashing
import PhotoBrowser
import PhotoGrid
import Scenes

/// The state of a frame as one line of text, by which recording and replay are compared.
///
/// The line states in numbers the parts that the user sees: the scenes, the page with its picture's
/// rectangle, the visible cells, focus and selection, menus and sheets. No part depends on names,
/// fonts or contents of pictures.
struct FrameState {
  private var parts: [String] = []

  /// The state of the frame that a window has shown last, as `name=value` pairs.
  static func text(of view: ViewerWindow) -> String {
    var state = FrameState()
    let size = view.window.size
    state.add("size", "\(size.width)x\(size.height)")
    if view.window.isFullscreen { state.add("fullscreen", 1) }
    let scenes = view.stack?.scenes ?? []
    state.add("scenes", scenes.map { name(of: $0) }.joined(separator: ","))
    if view.stack?.isMoving ?? false { state.add("turning", 1) }
    for scene in scenes {
      if let home = scene as? LibraryScene { state.add(home.current.gallery) }
    }
    if let visit = scenes.lazy.compactMap({ $0 as? BrowserVisit }).last {
      state.add(visit.browser)
    }
    state.add("bar", view.host.titleBar.alpha)
    if view.host.menu != nil { state.add("menu", 1) }
    if let sheet = view.host.sheet { state.add("sheet", "\(type(of: sheet))") }
    return state.parts.joined(separator: " ")
  }

  private static func name(of scene: any Scene) -> String {
    switch scene {
    case is LibraryScene: "grid"
    case is BrowserVisit: "browser"
    case is CompareScene: "compare"
    default: "other"
    }
  }

  private mutating func add(_ name: String, _ value: String) { parts.append("\(name)=\(value)") }
  private mutating func add(_ name: String, _ value: Int) { add(name, String(value)) }
  private mutating func add(_ name: String, _ value: Double) { add(name, Log.fixed(value)) }

  private mutating func add(_ gallery: GalleryView) {
    let state = gallery.state
    add("items", gallery.contents.photoCount)
    add("sections", gallery.contents.sections.count)
    if let focus = state.focus { add("focus", focus) }
    if !state.selection.isEmpty {
      add("selected", state.selection.runs.map { "\($0)" }.joined(separator: ","))
    }
    guard let frame = gallery.lastFrame else { return }
    add("scroll", frame.offset)
    if let first = frame.cells.first, let last = frame.cells.last {
      add("cells", "\(first.item)-\(last.item)")
    }
    var hash = FNV1a()
    for cell in frame.cells {
      let r = cell.frame
      hash.add(Array(Log.fixed(r.minX).utf8))
      hash.add(Array(Log.fixed(r.minY).utf8))
      hash.add(Array(Log.fixed(r.width).utf8))
      hash.add(Array(Log.fixed(cell.alpha).utf8))
      hash.add(word: cell.isFocused ? 1 : 0)
      hash.add(word: cell.isSelected ? 1 : 0)
      hash.add(word: cell.isSlotEmpty ? 1 : 0)
    }
    add("layout", String(hash.value, radix: 16))
    let demand = gallery.thumbnailDemand.visible
    let ready = demand.count { !(gallery.thumbnails?.thumbnail(for: $0).isPending ?? true) }
    add("thumbs", "\(ready)/\(demand.count)")
  }

  private mutating func add(_ browser: Browser) {
    guard let frame = browser.shownFrame else { return }
    add("page", "\(frame.index)/\(browser.pageCount)")
    add("position", frame.position)
    if let page = frame.pages.last {
      let r = page.content
      add("scale", page.scale)
      add(
        "picture",
        [r.minX, r.minY, r.width, r.height].map { Log.fixed($0) }.joined(separator: ","))
    }
    if frame.pages.count > 1 { add("pages", frame.pages.count) }
    if !frame.flying.isEmpty { add("flying", frame.flying.map { String($0.page) }.joined()) }
    if frame.pullScale < 1 { add("pull", frame.pullScale) }
    if frame.backdrop < 1 { add("backdrop", frame.backdrop) }
    if frame.chrome < 1 { add("chrome", frame.chrome) }
    if let cell = browser.visibleCell as? PhotoCell { add("shows", Self.traceName(of: cell)) }
    if let clip = browser.visibleCell as? ClipCell {
      add("clip", "\(Self.traceName(of: clip.state)),\(Log.fixed(clip.state.position))")
    }
  }

  private static func traceName(of state: ClipState) -> String {
    switch state.phase {
    case .opening: "opening"
    case .ready: state.isPlaying ? "playing" : "paused"
    case .ended: "ended"
    case .failed: "failed"
    }
  }

  private static func traceName(of cell: PhotoCell) -> String {
    switch cell.content {
    case .failed: "failure"
    default: cell.isWaiting ? "nothing" : "picture"
    }
  }
}
