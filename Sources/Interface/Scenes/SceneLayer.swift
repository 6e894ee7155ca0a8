import Geometry
import Transitions
import Views

/// The degree to which a scene is visible.
enum ScenePresence: Int, Comparable {
  case hidden
  /// A part of the scene may be visible.
  case visible
  /// The scene is in place, and no transition runs.
  case inPlace

  static func < (a: ScenePresence, b: ScenePresence) -> Bool { a.rawValue < b.rawValue }
}

/// The parent of a scene's view in a container or stack. Transitions move this layer, not the
/// scene's own view.
final class SceneLayer: View {
  let scene: any Scene
  private(set) var presence = ScenePresence.hidden
  private var wantedPresence = ScenePresence.hidden
  /// The view of the scene that had the keyboard focus when the scene left; nil for none.
  private weak var storedFocus: View?

  init(_ scene: any Scene) {
    self.scene = scene
    super.init()
    let view = scene.view
    view.fillsParent = true
    add(view)
  }

  /// Calls the scene's life-cycle methods one after the other until ``presence`` has the given
  /// value.
  func setPresence(_ presence: ScenePresence) {
    wantedPresence = presence
    // A life-cycle method may call this method again; the inner call has then reached its own
    // target.
    while self.presence < wantedPresence {
      let isFirst = self.presence == .hidden
      self.presence = isFirst ? .visible : .inPlace
      if isFirst { scene.willAppear() } else { scene.didAppear() }
    }
    while self.presence > wantedPresence {
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

  /// Puts the layer at rest: in place, opaque, visible and open to input.
  ///
  /// - Parameter bounds: The rectangle of the scene in the parent's coordinates.
  func putAtRest(in bounds: Rect) {
    show(.resting, in: bounds)
    isHidden = false
    isInteractive = true
  }

  // MARK: Keyboard

  /// Takes the keyboard focus from a view of the scene, and remembers that view.
  func storeFocus() {
    guard let focus = stage?.focus, containsView(focus) else { return }
    storedFocus = focus
    stage?.setFocus(nil)
  }

  /// Gives the keyboard focus back to the remembered view, if no other view has it.
  func restoreFocus() {
    guard let view = storedFocus, containsView(view), stage?.focus == nil else { return }
    storedFocus = nil
    stage?.setFocus(view)
  }

  private func containsView(_ view: View) -> Bool {
    var outer: View? = view
    while let one = outer, one !== self { outer = one.parent }
    return outer === self
  }
}
