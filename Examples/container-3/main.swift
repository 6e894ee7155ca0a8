// Container, stage 3: a slide on a spring by default; the delegate may supply another animator.
import BrowserHost
import Samples

final class ContainerDelegate: SceneContainer.Delegate {
  weak var window: BrowserWindow?

  /// Shows a message after the user has chosen a scene, even the one that is selected already.
  func container(_ container: SceneContainer, didSelect index: Int) {
    window?.showToast("You chose “\(container.tabs[index].scene.title)”")
  }

  /// The shrink animator for changes between scenes that are not neighbours; otherwise nil, which
  /// means the default animator.
  func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? {
    abs(index - other) > 1 ? .shrink : nil
  }
}

// The container does not retain its delegate.
let containerDelegate = ContainerDelegate()

BrowserWindow.run("Container, stage 3", size: Size(width: 640, height: 560)) { window in
  let container = SceneContainer(ColorScene.tabs())
  container.style = .floating
  container.swipeKinds = []
  containerDelegate.window = window
  container.delegate = containerDelegate
  window.show(container)
}
