// Container, the exercise: swipe to change scenes at half the speed of the pointer; the third
// button plays back a recorded swipe.
import BrowserHost
import Samples

/// A swipe that is played back: progress 0.25 after 0.5 s, 0.5 after 1 s, released after 1.5 s.
final class RecordedSwipe: SceneInteraction {
  func step(after seconds: Double) -> SceneInteractionStep {
    switch seconds {
    case ..<0.5: .move(0)
    case ..<1.0: .move(0.25)
    case ..<1.5: .move(0.5)
    default: .finish
    }
  }
}

final class ContainerDelegate: SceneContainer.Delegate {
  func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? { other == 2 ? .slide : nil }

  func container(
    _ container: SceneContainer, interactionFor animator: any SceneAnimator
  ) -> (any SceneInteraction)? { RecordedSwipe() }
}

// The container does not retain its delegate.
let containerDelegate = ContainerDelegate()

BrowserWindow.run("Container, interactive", size: Size(width: 640, height: 560)) { window in
  let container = SceneContainer(ColorScene.tabs())
  container.style = .floating
  container.swipeProfile = .objcIO
  container.delegate = containerDelegate
  window.show(container)
}
