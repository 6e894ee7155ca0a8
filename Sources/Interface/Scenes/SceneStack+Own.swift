public import Motion
import Views

/// For scenes that come and go by themselves.
extension SceneStack {
  /// `scene` is in place and hides what is below.
  public func settle(on scene: any Scene, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard isRevealing, entries.last?.layer.scene === scene else { return }
    rest(withoutTop: false)
  }

  /// `scene` begins to go, or is pulled: what is below is seen from now on.
  public func reveal(under scene: any Scene, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard isAtRest, entries.count > 1, entries.last?.layer.scene === scene else { return }
    entries[entries.count - 2].layer.isHidden = false
    isRevealing = true
    tell()
    requestFrame()
  }

  /// Puts `scene` under the root, which comes and goes by itself from then on. It is laid out and seen
  /// as soon as the former root lets it be seen.
  ///
  /// - Returns: false when something else is on the stack or moves; then nothing happens.
  @discardableResult
  public func insertRoot(_ scene: any Scene, at time: Timestamp) -> Bool {
    lastTime = max(lastTime, time)
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

  /// `scene` is gone.
  public func finishPop(of scene: any Scene, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard running == nil, entries.count > 1, entries.last?.layer.scene === scene else { return }
    rest(withoutTop: true)
  }
}
