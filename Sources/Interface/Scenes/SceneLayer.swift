import Geometry
import Transitions
import Views

/// How much a scene is there.
enum ScenePresence: Int, Comparable {
  case hidden
  /// Some of it may be seen.
  case seen
  /// It is where it belongs and nothing is under way.
  case inPlace

  static func < (a: ScenePresence, b: ScenePresence) -> Bool { a.rawValue < b.rawValue }
}

/// The place of one scene in a container: what moves, while the scene's own view stays as it is.
final class SceneLayer: View {
  let scene: any Scene
  private(set) var presence = ScenePresence.hidden
  private var wanted = ScenePresence.hidden
  /// The view in it that had the keyboard when it went.
  private weak var focusInside: View?

  init(_ scene: any Scene) {
    self.scene = scene
    super.init()
    let view = scene.view
    view.fillsParent = true
    add(view)
  }

  /// Tells the scene, step by step, that it is more or less there.
  func bring(to presence: ScenePresence) {
    wanted = presence
    // A scene that is told may change everything: then the inner call has brought it there.
    while self.presence < wanted {
      let isFirst = self.presence == .hidden
      self.presence = isFirst ? .seen : .inPlace
      if isFirst { scene.willAppear() } else { scene.didAppear() }
    }
    while self.presence > wanted {
      let isFirst = self.presence == .inPlace
      self.presence = isFirst ? .seen : .hidden
      if isFirst { scene.willDisappear() } else { scene.didDisappear() }
    }
  }

  // MARK: Looks

  func show(_ look: SceneLook, in bounds: Rect) {
    frame = bounds.offset(by: look.translation)
    drawnScale = look.scale
    alpha = look.alpha
  }

  /// In place, and felt.
  func rest(in bounds: Rect) {
    show(.resting, in: bounds)
    isHidden = false
    isInteractive = true
  }

  // MARK: Keyboard

  /// Takes the keyboard from the views in it, and remembers which one had it.
  func leaveFocus() {
    guard let focus = stage?.focus, holds(focus) else { return }
    focusInside = focus
    stage?.setFocus(nil)
  }

  /// Gives it back.
  func returnFocus() {
    guard let view = focusInside, holds(view), stage?.focus == nil else { return }
    focusInside = nil
    stage?.setFocus(view)
  }

  private func holds(_ view: View) -> Bool {
    var outer: View? = view
    while let one = outer, one !== self { outer = one.parent }
    return outer === self
  }
}
