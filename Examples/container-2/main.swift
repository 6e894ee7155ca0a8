// Container, stage 2: an animator that the program defines, and which depends on the context only.
import BrowserHost
import Samples

/// An animator with which the old scene shrinks while the new scene fades in, as in objc.io 12.
nonisolated struct Shrink: SceneAnimator {
  func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .easeInOut(1)
  }

  func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      SceneTransitionPlan.State(
        from: SceneTransitionPlan.Appearance(scale: 1 - 0.9 * progress),
        to: SceneTransitionPlan.Appearance(alpha: progress))
    }
  }
}

BrowserWindow.run("Container, stage 2", size: Size(width: 640, height: 560)) { window in
  let container = SceneContainer(ColorScene.tabs())
  container.style = .floating
  container.animator = Shrink()
  container.swipeKinds = []
  window.show(container)
}
