import Geometry
import Input
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import TestSupport
import Testing
import Views

@testable import BrowserHost

@MainActor @Suite struct WindowKeyTests {
  private func opened(_ index: Int = 3) -> HostRig {
    let host = HostRig()
    host.showGrid()
    host.open(index)
    return host
  }

  /// The grid of a scene is also usable by keys where it is one part of the scene's view.
  @Test(arguments: [false, true])
  func `a grid inside a view of a scene is used with keys`(isInTab: Bool) throws {
    let host = HostRig()
    let around = View()
    around.add(host.grid)
    host.grid.frame = Rect(x: 0, y: 40, width: 600, height: 400)
    let scene = ViewScene(around, title: "around")
    let tab = SceneContainer.Tab(scene, icon: .tiles)
    host.window.show(isInTab ? SceneContainer([tab]) : scene)
    host.rig.settle()
    host.key(.right)
    host.key(.enter)
    host.rig.settle()
    #expect(host.front == "browser")
    #expect(host.browser.pageIndex == 1)
  }

  @Test func `a hidden grid inside a view of a scene ignores keys`() throws {
    let host = HostRig()
    let around = View()
    around.add(host.grid)
    host.grid.isHidden = true
    host.window.show(ViewScene(around, title: "around"))
    host.rig.settle()
    host.key(.enter)
    host.rig.settle()
    #expect(host.front == "around")
  }

  @Test func `the host gets a key before the window and its scenes`() {
    let host = opened()
    var keys: [KeyEvent.Name] = []
    host.window.onKey = {
      if $0.isPress { keys.append($0.name) }
      return $0.name == .right
    }
    host.key(.right)
    host.rig.settle()
    #expect(host.browser.pageIndex == 3, "the host used the key")
    host.key(.left)
    host.rig.settle()
    #expect(host.browser.pageIndex == 2, "the host did not use the key")
    #expect(keys == [.right, .left])
  }

  @Test func `the browser's hook gets a key before the window's keys`() {
    let host = opened()
    var deleted = 0
    host.browser.hooks.key = { key in
      guard key.name == .delete || key.name == .right else { return false }
      if key.isPress { deleted += 1 }
      return true
    }
    host.key(.delete)
    host.key(.right)
    host.rig.settle()
    #expect(deleted == 2)
    #expect(host.browser.pageIndex == 3)
  }

  @Test func `an open menu gets a key before the host`() {
    let host = opened()
    var keys: [KeyEvent.Name] = []
    host.window.onKey = {
      if $0.isPress { keys.append($0.name) }
      return false
    }
    host.window.showMenu([MenuItem("One") {}], at: Point(x: 20, y: 20))
    host.rig.settle()
    host.key(.escape)
    host.rig.settle()
    #expect(keys.isEmpty)
    #expect(host.front == "browser", "Escape closed the menu")
  }

  @Test func `keys can be bound to other commands, and to none`() {
    let host = opened()
    host.window.keys[KeyChord(.character("n"))] = .next
    host.window.keys[KeyChord(.right)] = nil
    host.key(.right)
    host.key(.character("n"))
    host.rig.settle()
    #expect(host.browser.pageIndex == 4)
    host.window.keys = .none
    for key in [KeyEvent.Name.left, .escape, .backspace, .character("f"), .character("q")] {
      host.key(key)
    }
    host.rig.settle()
    #expect(host.browser.pageIndex == 4)
    #expect(
      host.front == "browser" && !host.systemWindow.isClosed && !host.systemWindow.isFullscreen)
  }

  @Test(arguments: [KeyEvent.Name.escape, .backspace, .character("q")])
  func `no single key ends the program by default`(_ key: KeyEvent.Name) {
    let host = HostRig()
    host.showGrid()
    host.key(key)
    host.rig.settle()
    #expect(!host.systemWindow.isClosed)
    host.window.show(host.browser)
    host.rig.settle()
    host.key(key)
    host.rig.settle()
    #expect(!host.systemWindow.isClosed)
    host.key(.character("q"), .control)
    #expect(host.systemWindow.isClosed)
  }

  @Test(arguments: [
    KeyEvent(.menu, time: .zero), KeyEvent(.function(10), time: .zero),
    KeyEvent(.function(10), modifiers: .shift, time: .zero),
  ])
  func `the Menu key, F10 and Shift+F10 request the menu of the page`(_ key: KeyEvent) {
    let host = opened()
    var points: [Point] = []
    host.browser.hooks.menu = { points.append($0) }
    host.key(key.name, key.modifiers)
    #expect(points == [Point(x: 120, y: 90)])
    #expect(host.listener.log.contains("menu"))
  }

  @Test func `Space pauses a clip and plays it again`() {
    let host = HostRig()
    let player = SilentClip()
    host.browser.pages = PageList(count: { 1 }, kind: { _ in .clip }) {
      ($0.cell as? ClipCell)?.show(player)
    }
    host.window.show(host.browser)
    host.rig.settle()
    player.onEvent?(
      .opened(ClipCell.Details(size: PixelSize(width: 32, height: 24), duration: 9, hasSound: true))
    )
    #expect(player.isPlaying)
    host.key(.character(" "))
    #expect(!player.isPlaying)
    host.key(.character(" "))
    #expect(player.isPlaying)
  }

  @Test func `every command except those of page kinds has a key`() {
    let keys = KeyBindings<BrowserWindow.Command>.standard
    for command in BrowserWindow.Command.allCases { #expect(!keys.chords(for: command).isEmpty) }
    #expect(keys.label(for: .close) == "Ctrl+W")
    #expect(KeyBindings<BrowserWindow.Command>.none.chords(for: .close).isEmpty)
  }
}

/// A clip without frames.
@MainActor private final class SilentClip: ClipCell.Player {
  var onEvent: ((ClipCell.Event) -> Void)?
  var isPlaying = false

  func open(muted: Bool, loops: Bool) {}
  func play() { isPlaying = true }
  func pause() { isPlaying = false }
  func seek(to seconds: Double, isExact: Bool) {}
  func setMuted(_ isMuted: Bool) {}
  func setLooping(_ loops: Bool) {}
  func fit(_ size: PixelSize) {}
  func close() { isPlaying = false }
}
