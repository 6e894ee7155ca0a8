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
    guard let running, running.held == nil else { return }
    running.move.run(to: running.move.end, speed: Self.catchUpSpeed, at: lastTime)
    requestFrame()
  }

  func goOn() {
    guard isAtRest, !waiting.isEmpty else { return }
    switch waiting.removeFirst() {
    case .push(let scene, let transition): begin(scene, by: transition)
    case .pop(let transition): beginPop(by: transition)
    }
    // A further waiting request hurries the transition that was just started.
    if !waiting.isEmpty, let running {
      running.move.run(to: running.move.end, speed: Self.catchUpSpeed, at: lastTime)
    }
  }
}
