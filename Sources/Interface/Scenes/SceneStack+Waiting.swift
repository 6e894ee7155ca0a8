import Motion
import Transitions
import Views

/// The queue of pushes and pops requested during another transition.
extension SceneStack {
  func isWaiting(_ scene: any Scene) -> Bool {
    waiting.contains { request in
      if case .push(let other, _) = request { other === scene } else { false }
    }
  }

  func wait(for request: Request) {
    waiting.append(request)
    guard let running, running.move.isAnimated else { return }
    running.move.run(to: running.move.end, speed: Self.catchUpSpeed, at: lastTime)
    requestFrame()
  }

  func goOn() {
    while isAtRest, !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .push(let scene, let transition): begin(scene, by: transition)
      // The scene to pop may have left meanwhile by a transition of its own.
      case .pop(let transition): if entries.count > 1 { beginPop(by: transition) }
      }
    }
    // A further waiting request hurries the transition that was just started.
    if !waiting.isEmpty, let running {
      running.move.run(to: running.move.end, speed: Self.catchUpSpeed, at: lastTime)
    }
  }
}
