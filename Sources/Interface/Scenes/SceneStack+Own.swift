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

  /// `scene` is gone.
  public func finishPop(of scene: any Scene, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard running == nil, entries.count > 1, entries.last?.layer.scene === scene else { return }
    rest(withoutTop: true)
  }
}
