import Geometry
import Transitions
import Views

/// The visibility of a scene.
enum ScenePresence: Int, Comparable {
  case hidden
  /// Some of the scene may be visible.
  case visible
  /// The scene is in place and no transition runs.
  case inPlace

  static func < (a: ScenePresence, b: ScenePresence) -> Bool { a.rawValue < b.rawValue }
}

/// The layer of a scene in a container or stack; transitions move the layer, not the scene's own
/// view.
final class SceneLayer: View {
  let scene: any Scene
  private(set) var presence = ScenePresence.hidden
  private var wanted = ScenePresence.hidden
  /// The view of the scene that had the keyboard focus before the scene left.
  private weak var focusInside: View?

  init(_ scene: any Scene) {
    self.scene = scene
    super.init()
    let view = scene.view
    view.fillsParent = true
    add(view)
  }

  /// Calls the scene's life-cycle methods step by step until its presence is `presence`.
  func bring(to presence: ScenePresence) {
    wanted = presence
    // A life-cycle method may call this method again; the inner call has then reached its own
    // target.
    while self.presence < wanted {
      let isFirst = self.presence == .hidden
      self.presence = isFirst ? .visible : .inPlace
      if isFirst { scene.willAppear() } else { scene.didAppear() }
    }
    while self.presence > wanted {
      let isFirst = self.presence == .inPlace
      self.presence = isFirst ? .visible : .hidden
      if isFirst { scene.willDisappear() } else { scene.didDisappear() }
    }
  }

  // MARK: Appearance

  func show(_ appearance: SceneTransitionPlan.Appearance, in bounds: Rect) {
    frame = bounds.offset(by: appearance.translation)
    drawnScale = appearance.scale
    alpha = appearance.alpha
  }

  /// Resets the layer to its resting state: in place, visible and interactive.
  func rest(in bounds: Rect) {
    show(.resting, in: bounds)
    isHidden = false
    isInteractive = true
  }

  // MARK: Keyboard

  /// Removes the keyboard focus from a view of the scene, and remembers that view.
  func storeFocus() {
    guard let focus = stage?.focus, holds(focus) else { return }
    focusInside = focus
    stage?.setFocus(nil)
  }

  /// Gives the keyboard focus back to the remembered view, if no other view has it.
  func restoreFocus() {
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
