// Container, stage 3: it slides on a spring of its own, unless its delegate knows something better.
import BrowserHost
import Samples

final class Chooser: SceneContainerDelegate {
  unowned let window: BrowserWindow

  init(_ window: BrowserWindow) { self.window = window }

  /// Only what a person chooses is told of, also when it is there already.
  func container(_ container: SceneContainer, didSelect index: Int) {
    window.say("You chose “\(container.tabs[index].scene.title)”")
  }

  /// From the last to the first one is a long way: there it shrinks.
  func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? {
    abs(index - other) > 1 ? ShrinkSceneAnimator() : nil
  }
}

BrowserWindow.run("Container, stage 3", size: Size(width: 640, height: 560)) { window in
  let container = SceneContainer(ColorScene.tabs())
  container.style = .floating
  container.swipeKinds = []
  let chooser = Chooser(window)
  window.keep(chooser)
  container.delegate = chooser
  window.show(container)
}
