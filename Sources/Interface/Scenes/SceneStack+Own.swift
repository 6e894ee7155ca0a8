package import Motion
import Views

/// The calls of scenes with a transition of their own.
extension SceneStack {
  /// Reports that `scene` is in place and hides the scene below.
  package func settle(on scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard runsOwnTransition, entries.last?.layer.scene === scene else { return }
    rest(withoutTop: false)
  }

  /// Reports that `scene` begins to leave or is being pulled; the scene below is visible from now
  /// on.
  package func reveal(under scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard isAtRest, entries.count > 1, entries.last?.layer.scene === scene else { return }
    entries[entries.count - 2].layer.isHidden = false
    runsOwnTransition = true
    updatePresences()
    requestFrame()
  }

  /// Inserts `scene` below the only scene, which from now on is removed by an animation of its own.
  /// The new root is laid out, and becomes visible as soon as the scene above reveals it.
  ///
  /// - Returns: false, without any effect, when there is another scene on the stack or a transition
  ///   is running.
  @discardableResult
  package func insertRoot(_ scene: any Scene, at time: Timestamp) -> Bool {
    advance(to: time)
    guard isAtRest, entries.count == 1, let former = entries.first?.layer else { return false }
    let layer = SceneLayer(scene)
    layer.frame = area.bounds
    entries = [
      Entry(layer: layer, transition: .standard), Entry(layer: former, transition: .own),
    ]
    area.insert(layer, at: 0)
    reveal(under: former.scene, at: lastTime)
    return true
  }

  /// Reports that `scene` has left; removes it from the stack.
  package func finishPop(of scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard running == nil, entries.count > 1, entries.last?.layer.scene === scene else { return }
    rest(withoutTop: true)
  }
}
