import TestSupport
import Testing

@testable import PhotoBrowser

/// Tests of the appear and disappear events of a browser during random actions: scrolling,
/// inserting, deleting, resizing, hiding and closing.
@MainActor @Suite(.tags(.seeded)) struct VisitPropertyTests {
  @Test(arguments: 0..<6)
  func `every page appears and disappears in the specified order`(block: Int) {
    for seed in Seeds.block(block, of: 4) {
      var dice = SeededRandom(seed: seed)
      var options = BrowserOptions()
      if dice.chance(0.2) { options.tuning.reducesMotion = true }
      if dice.chance(0.2) { options.pageEffect = pageEffect(named: "push") }
      let rig = VisitRig(dice.whole(1...9), options: options)
      rig.browser.isOverScene = dice.chance(0.3)
      for step in 0..<60 {
        play(on: rig, &dice)
        let watch = rig.host.watch
        guard watch.complaints.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(watch.complaints), \(watch.log.suffix(12))")
          return
        }
        if rig.browser.state.isDismissed { break }
      }
      rig.stage.receive(.cancelled(rig.now))
      rig.settle()
      if !rig.browser.state.isDismissed {
        let page = rig.host.pages[rig.browser.pageIndex]
        let isVisible = rig.stage.isVisible && rig.browser.presence == .inPlace
        #expect(rig.host.watch.inPlace == (isVisible ? [page] : []), "seed \(seed)")
      }
      rig.perform(.close)
      rig.settle()
      #expect(rig.host.watch.isOver, "seed \(seed): \(rig.host.watch.log.suffix(12))")
      #expect(rig.host.watch.log == rig.host.delegateWatch.log)
    }
  }

  private func play(on rig: VisitRig, _ dice: inout SeededRandom) {
    let count = rig.host.pages.count
    switch dice.whole(0...15) {
    case 0: rig.perform(.turn(dice.chance(0.6) ? 1 : -1, animated: true))
    case 1: rig.perform(.turn(dice.chance(0.6) ? 1 : -1, animated: false))
    case 2: rig.perform(.go(to: dice.whole(0...count), animated: dice.chance(0.5)))
    case 3: rig.insert(dice.whole(1...3), at: dice.whole(0...count))
    case 4: if count > 1 || dice.chance(0.1) { rig.remove(dice.whole(0...(count - 1))) }
    case 5: rig.browser.reloadData()
    case 6:
      rig.stage.size = Size(width: dice.number(60...240).rounded(), height: 160)
    case 7: rig.stage.isVisible.toggle()
    case 8: rig.browser.presence = Browser.Presence.allCases[dice.whole(0...3)]
    case 9: if dice.chance(0.1) { rig.perform(.close) }
    case 10: if dice.chance(0.3) { rig.browser.show(index: dice.whole(0...count), at: rig.now) }
    case 11: rig.stage.receive(.cancelled(rig.now))
    case 12: rig.release()
    default:
      rig.press(dice.number(0...240), dice.number(0...160))
      let isDown = dice.chance(0.1)
      let way = Vector(dx: dice.number(-200...200), dy: isDown ? dice.number(0...90) : 0)
      rig.drag(to: rig.lastPlace + way, over: dice.number(0.02...0.3))
      if dice.chance(0.8) { rig.release() }
    }
    rig.wait(dice.chance(0.3) ? 0 : dice.number(0...0.4))
  }
}
