// Container, stage 1: three scenes with tab buttons, changed without animation.
import BrowserHost
import Samples

BrowserWindow.run("Container, stage 1", size: Size(width: 640, height: 560)) { window in
  let container = SceneContainer(ColorScene.tabs())
  container.style = .floating
  container.animator = .immediate
  container.swipeKinds = []
  window.show(container)
}
