import PhotoBrowser
import TestSupport
import Testing

/// Tests of the events of opening, pulling down and closing.
@MainActor @Suite struct EventTests {
  private let flight = FlightRig()
  private var rig: BrowserRig { flight.rig }
  private var browser: Browser { flight.browser }

  private func listen() -> Record {
    let record = Record()
    browser.hooks.pull = { scale, backdrop in
      record.log.append("pull")
      record.last = (scale, backdrop)
    }
    browser.hooks.didEndPull = { record.log.append($0 ? "closes" : "returns") }
    browser.hooks.didDismiss = { record.log.append("dismissed") }
    browser.hooks.didSettle = { record.log.append("settled \($0)") }
    browser.hooks.cellWillAppear = { record.log.append("will appear \($1)") }
    browser.hooks.cellDidAppear = { record.log.append("did appear \($1)") }
    return record
  }

  @MainActor private final class Record {
    var log: [String] = []
    var last = (scale: 0.0, backdrop: 0.0)
  }

  /// A delegate and host that record which of them gets which event.
  @MainActor private final class Receiver: BrowserDelegate, BrowserEventReceiver {
    let record: Record
    init(_ record: Record) { self.record = record }

    func browser(_ browser: Browser, didChangePageIndex index: Int) {
      record.log.append("delegate \(index)")
    }
    func browserDidDismiss(_ browser: Browser) { record.log.append("delegate dismissed") }
    func browser(_ browser: Browser, raised event: BrowserEvent) {
      switch event {
      case .pageIndexChanged(let index): record.log.append("host \(index)")
      case .dismissed: record.log.append("host dismissed")
      default: break
      }
    }
    func browser(_ browser: Browser, hostThumbnailFor index: Int) -> BrowserThumbnail? {
      record.log.append("host thumbnail \(index)")
      return nil
    }
  }

  @Test func `Each event goes to the closures, then to the delegate, then to the host`() {
    let rig = BrowserRig(.album(3))
    let record = Record()
    let receiver = Receiver(record)
    rig.browser.delegate = receiver
    rig.browser.host = receiver
    rig.browser.hooks.didChangePageIndex = { record.log.append("closure \($0)") }
    rig.browser.hooks.didDismiss = { record.log.append("closure dismissed") }
    rig.perform(.turn(1, animated: false))
    rig.settle()
    #expect(record.log == ["closure 1", "delegate 1", "host 1"])
    record.log = []
    rig.perform(.close)
    rig.settle()
    #expect(record.log == ["closure dismissed", "delegate dismissed", "host dismissed"])
    rig.wait(0.5)
    #expect(record.log.count == 3, "nothing is raised after the end")
  }

  @Test func `A closure for thumbnails answers instead of the host`() {
    let rig = BrowserRig(.album(3))
    let record = Record()
    let receiver = Receiver(record)
    rig.browser.host = receiver
    rig.browser.isOverScene = true
    rig.browser.hooks.thumbnail = { index in
      record.log.append("closure thumbnail \(index)")
      return nil
    }
    rig.browser.show(index: 1, at: rig.now)
    rig.settle()
    #expect(record.log.contains("closure thumbnail 1"))
    #expect(!record.log.contains { $0.hasPrefix("host thumbnail") })
    rig.browser.hooks.thumbnail = nil
    rig.browser.show(index: 2, at: rig.now)
    rig.settle()
    #expect(record.log.contains("host thumbnail 2"))
  }

  @Test(arguments: [true, false]) func `Closing by a command reports no pull-down`(
    _ isOverScene: Bool
  ) {
    browser.isOverScene = isOverScene
    flight.show(1)
    rig.settle()
    let record = listen()
    rig.perform(.close)
    rig.settle()
    #expect(record.log == ["dismissed"])
  }

  @Test(arguments: [true, false]) func `A pull-down that closes reports nothing after the end`(
    _ isOverScene: Bool
  ) {
    browser.isOverScene = isOverScene
    flight.show(1)
    rig.settle()
    let record = listen()
    rig.press(120, 60)
    rig.drag(to: 120, 140, over: 0.2)
    rig.release()
    rig.settle()
    #expect(record.log.first == "pull" && record.log.contains("closes"))
    #expect(record.log.last == "dismissed")
  }

  @Test func `A pull-down that returns ends with the whole scale and the full backdrop`() {
    browser.isOverScene = false
    let record = listen()
    rig.press(120, 40)
    rig.drag(to: 120, 110, over: 0.2)
    rig.drag(to: 120, 60, over: 0.2)
    rig.release()
    rig.settle()
    #expect(record.log.contains("returns") && record.log.last == "pull")
    #expect(record.last == (1, 1))
  }

  @Test func `Opening settles once, when the page appears`() {
    rig.perform(.close)
    rig.settle()
    let record = listen()
    flight.show(1)
    rig.settle()
    #expect(record.log == ["will appear 1", "settled 1", "did appear 1"])
    record.log = []
    rig.perform(.close)
    rig.settle()
    flight.show(0)
    rig.settle()
    #expect(record.log == ["dismissed", "will appear 0", "settled 0", "did appear 0"])
  }

  @Test func `Prefetch is called when its list has changed`() {
    let rig = BrowserRig(.album(9))
    #expect(rig.source.prefetches.count == 1)
    for page in [1, 2, 3] {
      rig.perform(.turn(1, animated: true))
      rig.settle()
      #expect(rig.browser.pageIndex == page)
    }
    let lists = rig.source.prefetches
    #expect(zip(lists, lists.dropFirst()).allSatisfy { $0 != $1 }, "\(lists)")
    let two = BrowserRig(.album(2))
    two.perform(.turn(1, animated: true))
    two.settle()
    #expect(two.source.prefetches.isEmpty, "there is nothing to prefetch")
  }

  @Test func `A browser without pages shows its background until pages arrive`() {
    let rig = BrowserRig([])
    rig.browser.options.background = Color(red: 0.125, green: 0.25, blue: 0.375)
    rig.wait(0.5)
    #expect(!rig.browser.state.isDismissed && rig.pixel(120, 80) == 0xFF20_4060)
    #expect(rig.listener.log.isEmpty)
    rig.source.pages = .album(2)
    rig.browser.reloadData()
    rig.settle()
    #expect(rig.listener.log == ["settled 0"] && rig.browser.pageCount == 2)
  }
}
