// Container, stage 2: an animator of the program, which depends on the context only.
import BrowserHost
import Samples

/// The old scene shrinks while the new scene fades in: the sample animator of the article.
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
