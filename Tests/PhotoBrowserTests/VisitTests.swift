import TestSupport
import Testing

@testable import PhotoBrowser

/// Tests of the appear and disappear events of cells and delegate, in a real browser.
@MainActor @Suite struct VisitTests {
  @Test func `the first page appears like any other`() {
    let rig = VisitRig()
    #expect(rig.newEvents() == ["willAppear 0", "didAppear 0"])
    rig.settle()
    #expect(rig.newEvents() == [])
  }

  @Test func `a turn ends the visit of a page and begins that of the next`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.perform(.turn(1, animated: true))
    #expect(rig.newEvents() == ["willDisappear 0"], "at once")
    rig.wait(0.05)
    #expect(rig.newEvents() == ["willAppear 1"])
    rig.settle()
    #expect(rig.newEvents() == ["didDisappear 0", "didAppear 1"])
    rig.perform(.turn(1, animated: false))
    rig.frame()
    #expect(
      rig.newEvents() == ["willDisappear 1", "didDisappear 1", "willAppear 2", "didAppear 2"])
    #expect(rig.host.log.suffix(5).first == "willDisappear 1", "before the page has changed")
  }

  @Test func `a jump sends no events to the pages between`() {
    let rig = VisitRig(20)
    _ = rig.newEvents()
    rig.perform(.go(to: 12, animated: true))
    rig.settle()
    #expect(
      rig.newEvents() == ["willDisappear 0", "didDisappear 0", "willAppear 12", "didAppear 12"])
    rig.perform(.go(to: 3, animated: false))
    rig.frame()
    #expect(
      rig.newEvents() == ["willDisappear 12", "didDisappear 12", "willAppear 3", "didAppear 3"])
  }

  @Test func `a drag short of half-way sends no events`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.press(200, 80)
    rig.drag(to: 120, 80, over: 0.3)
    #expect(rig.newEvents() == [], "a peek")
    rig.drag(to: 200, 80, over: 0.3)
    rig.release()
    rig.settle()
    #expect(rig.newEvents() == [])
  }

  @Test func `a drag past half-way and back takes back the announced events`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.press(220, 80)
    rig.drag(to: 40, 80, over: 0.3)
    rig.frame()
    #expect(rig.newEvents() == ["willDisappear 0", "willAppear 1"])
    rig.drag(to: 215, 80, over: 0.3)
    rig.wait(0.2)
    rig.release()
    rig.settle()
    #expect(rig.newEvents() == ["didDisappear 1", "didAppear 0"])
  }

  @Test func `a slide that is caught and thrown back takes back its events`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.perform(.turn(1, animated: true))
    rig.wait(0.05)
    rig.press(100, 80)
    rig.drag(to: 230, 80, over: 0.1)
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 0)
    #expect(
      rig.newEvents() == ["willDisappear 0", "willAppear 1", "didDisappear 1", "didAppear 0"])
  }

  @Test func `a pull-down that returns sends no events, and one that closes ends the visit`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.press(120, 40)
    rig.drag(to: 120, 120, over: 0.2)
    rig.drag(to: 120, 60, over: 0.2)
    rig.release()
    rig.settle()
    #expect(rig.newEvents() == [])
    rig.press(120, 40)
    rig.drag(to: 120, 140, over: 0.2)
    #expect(rig.newEvents() == [])
    rig.release()
    #expect(rig.newEvents() == ["willDisappear 0"])
    rig.settle()
    #expect(rig.newEvents() == ["didDisappear 0"])
    #expect(rig.host.log.suffix(2) == ["didDisappear 0", "dismissed"])
    #expect(rig.host.watch.isOver)
  }

  @Test func `a closing flight that is caught takes back its event`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.perform(.close)
    #expect(rig.newEvents() == ["willDisappear 0"])
    rig.wait(0.05)
    rig.press(120, 80)
    rig.wait(0.1)
    rig.drag(to: 120, 60, over: 0.1)
    rig.release()
    rig.settle()
    #expect(rig.newEvents() == ["didAppear 0"])
    #expect(!rig.browser.state.isDismissed)
    rig.perform(.close)
    rig.settle()
    #expect(rig.newEvents() == ["willDisappear 0", "didDisappear 0"])
    #expect(rig.host.log.count { $0 == "will dismiss" } == 2)
  }

  @Test func `inserting pages before the current one sends no events`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.insert(3, at: 0)
    rig.settle()
    #expect(rig.browser.pageIndex == 3 && rig.newEvents() == [])
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(
      rig.newEvents() == ["willDisappear 0", "willAppear 1", "didDisappear 0", "didAppear 1"])
  }

  @Test func `removing a page ends its visit and begins that of the next`() {
    let rig = VisitRig(3)
    _ = rig.newEvents()
    rig.remove(0)
    rig.settle()
    #expect(
      rig.newEvents() == ["willDisappear 0", "didDisappear 0", "willAppear 1", "didAppear 1"])
    rig.remove(1)
    rig.settle()
    #expect(rig.newEvents() == [], "a neighbour was never seen")
    rig.remove(0)
    rig.settle()
    #expect(rig.newEvents() == ["willDisappear 1", "didDisappear 1"])
    #expect(rig.host.log.last == "dismissed")
  }

  @Test func `reloading ends the visit and begins another`() {
    let rig = VisitRig(3)
    _ = rig.newEvents()
    rig.browser.reloadData()
    rig.settle()
    #expect(
      rig.newEvents() == ["willDisappear 0", "didDisappear 0", "willAppear 0", "didAppear 0"])
    rig.browser.reloadItem(at: 0)
    rig.settle()
    #expect(rig.newEvents() == [], "to fill a page again is no visit")
  }

  @Test func `a resize sends no events`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.stage.size = Size(width: 200, height: 120)
    rig.settle()
    rig.stage.size = Size(width: 240, height: 160)
    rig.settle()
    #expect(rig.newEvents() == [])
  }

  @Test func `a resize of a closed browser begins no visit`() {
    let rig = VisitRig()
    rig.perform(.close)
    rig.settle()
    rig.stage.size = Size(width: 200, height: 120)
    rig.settle()
    #expect(rig.host.watch.isOver)
  }

  @Test func `hiding the window ends the visit, and showing it begins another`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.stage.isVisible = false
    #expect(rig.newEvents() == ["willDisappear 0", "didDisappear 0"])
    rig.perform(.turn(1, animated: false))
    rig.frame()
    #expect(rig.newEvents() == [])
    rig.stage.isVisible = true
    rig.settle()
    #expect(rig.newEvents() == ["willAppear 1", "didAppear 1"])
  }

  @Test func `a host that moves the scene can change its presence back`() {
    let rig = VisitRig()
    _ = rig.newEvents()
    rig.browser.presence = .going
    #expect(rig.newEvents() == ["willDisappear 0"])
    rig.browser.presence = .inPlace
    rig.frame()
    #expect(rig.newEvents() == ["didAppear 0"])
    rig.browser.presence = .going
    rig.browser.presence = .away
    #expect(rig.newEvents() == ["willDisappear 0", "didDisappear 0"])
    rig.browser.presence = .coming
    rig.frame()
    #expect(rig.newEvents() == ["willAppear 0"])
    rig.browser.presence = .inPlace
    rig.frame()
    #expect(rig.newEvents() == ["didAppear 0"])
  }

  @Test func `a released browser ends its visits`() {
    let rig = VisitRig()
    rig.replaceBrowser()
    #expect(
      rig.newEvents() == ["willAppear 0", "didAppear 0", "willDisappear 0", "didDisappear 0"])
  }

  @Test func `a page effect sends the same events`() {
    var options = BrowserOptions()
    options.pageEffect = pageEffect(named: "cube")
    let rig = VisitRig(5, options: options)
    _ = rig.newEvents()
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(
      rig.newEvents() == ["willDisappear 0", "willAppear 1", "didDisappear 0", "didAppear 1"])
  }

  @Test func `reduced motion sends the same events`() {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let rig = VisitRig(5, options: options)
    rig.perform(.turn(1, animated: true))
    rig.settle()
    rig.perform(.close)
    rig.settle()
    #expect(
      rig.newEvents() == [
        "willAppear 0", "didAppear 0", "willDisappear 0", "didDisappear 0", "willAppear 1",
        "didAppear 1", "willDisappear 1", "didDisappear 1",
      ])
  }

  @Test(arguments: [0, 1], [false, true])
  func `a receiver of events may reload the pages while one of them is removed`(
    page: Int, isAnimated: Bool
  ) {
    let rig = VisitRig(4, start: page)
    rig.settle()
    rig.host.onEvent = { [unowned rig] event, name in
      if event == .willDisappear, name == page { rig.browser.reloadData() }
    }
    rig.host.pages.remove(at: page)
    rig.browser.removeItem(at: page, animated: isAnimated)
    rig.settle()
    #expect(rig.browser.pageCount == 3 && rig.browser.pageIndex == page)
    #expect(rig.host.watch.inPlace == [page + 1])
    rig.perform(.close)
    rig.settle()
    #expect(rig.host.watch.complaints == [] && rig.host.watch.isOver)
  }

  @Test func `a receiver of events may remove and reload pages`() {
    let rig = VisitRig(4)
    rig.host.onEvent = { [unowned rig] event, name in
      if event == .didAppear, name == 1 { rig.remove(1) }
      if event == .willDisappear, name == 2 { rig.browser.reloadData() }
    }
    rig.perform(.turn(1, animated: true))
    rig.settle()
    rig.perform(.turn(1, animated: true))
    rig.settle()
    rig.perform(.close)
    rig.settle()
    #expect(rig.host.watch.complaints == [] && rig.host.watch.isOver)
    #expect(rig.host.delegateWatch.complaints == [] && rig.host.delegateWatch.isOver)
  }
}
