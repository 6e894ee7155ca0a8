import TestSupport
import Testing

@testable import PhotoBrowser

/// A photo cell that reports its events.
@MainActor final class RecordingCell: PhotoCell {
  var onEventReceived: ((RecordingCell, VisitWatch.Event) -> Void)?

  override func willAppear() { onEventReceived?(self, .willAppear) }
  override func didAppear() { onEventReceived?(self, .didAppear) }
  override func willDisappear() { onEventReceived?(self, .willDisappear) }
  override func didDisappear() { onEventReceived?(self, .didDisappear) }
}

/// The host of a browser whose pages have names, so that the events of a page can be checked while
/// its index changes.
@MainActor final class VisitHost: BrowserDataSource, BrowserDelegate {
  /// The names of the pages, in order; the browser is not notified of changes.
  var pages: [Int]
  /// The check of the events that the cells got.
  var watch = VisitWatch()
  /// The check of the events that the delegate got.
  private(set) var delegateWatch = VisitWatch()
  /// The number of times that each page was filled.
  private(set) var fills: [Int: Int] = [:]
  /// The number of cells that were made.
  private(set) var made = 0
  /// The events that concern no cell, in order with those of the cells.
  private(set) var log: [String] = []
  /// Called for every event of a cell.
  var onEvent: ((VisitWatch.Event, _ name: Int) -> Void)?
  private var names: [ObjectIdentifier: Int] = [:]

  init(_ count: Int) { pages = Array(0..<count) }

  func numberOfItems(in browser: Browser) -> Int { pages.count }
  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    made += 1
    let cell = RecordingCell()
    cell.onEventReceived = { [unowned self] cell, event in
      guard let name = names[ObjectIdentifier(cell)] else {
        Issue.record("\(event) without a page")
        return
      }
      watch.record(event, of: name)
      log.append("\(event.rawValue) \(name)")
      onEvent?(event, name)
    }
    return cell
  }
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    let name = pages[index]
    names[ObjectIdentifier(cell)] = name
    fills[name, default: 0] += 1
    (cell as? PhotoCell)?.content = .photo(SyntheticPhoto.quadrants(48, 32))
  }

  private func record(_ event: VisitWatch.Event, _ cell: any BrowserCell) {
    guard let name = names[ObjectIdentifier(cell)] else { return }
    delegateWatch.record(event, of: name)
    #expect(watch.log.last == delegateWatch.log.last, "the cell gets the event before the delegate")
  }
  func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int) {
    record(.willAppear, cell)
    #expect(browser.cell(at: index) === cell)
  }
  func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {
    record(.didAppear, cell)
    #expect(browser.pageIndex == index && browser.visibleCell === cell && !cell.isHidden)
    #expect(cell.frame.origin == .zero, "a page that did appear is in its place")
  }
  func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int) {
    record(.willDisappear, cell)
  }
  func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {
    record(.didDisappear, cell)
  }
  func browser(_ browser: Browser, didChangePageIndex index: Int) { log.append("page \(index)") }
  func browserWillDismiss(_ browser: Browser) -> Bool {
    log.append("will dismiss")
    return true
  }
  func browserDidDismiss(_ browser: Browser) { log.append("dismissed") }
}

/// A browser on a stage, with a ``VisitHost``.
@MainActor final class VisitRig: StageRig {
  private(set) var browser: Browser
  let host: VisitHost

  init(_ count: Int = 5, options: BrowserOptions = BrowserOptions(), start: Int = 0) {
    browser = Browser(options: options)
    host = VisitHost(count)
    super.init(240, 160)
    install(browser, start: start)
    wait(0.05)
  }

  private func install(_ browser: Browser, start: Int) {
    browser.fillsParent = true
    stage.root.add(browser)
    browser.delegate = host
    browser.initialIndex = start
    browser.dataSource = host
  }

  /// Replaces the browser by a new one.
  func replaceBrowser() {
    browser.removeFromParent()
    browser = Browser()
    install(browser, start: 0)
  }

  /// Events of the cells since the last call, for example "willAppear 3".
  func newEvents() -> [String] {
    defer { reportedCount = host.watch.log.count }
    return Array(host.watch.log[reportedCount...])
  }
  private var reportedCount = 0

  func perform(_ action: BrowserAction) { browser.perform(action, at: now) }

  /// Removes page `index`.
  func remove(_ index: Int) {
    host.pages.remove(at: index)
    browser.removeItem(at: index)
  }

  /// Inserts new pages at `index`.
  func insert(_ count: Int, at index: Int) {
    let first = (host.pages.max() ?? -1) + 1 + newNames
    newNames += count
    host.pages.insert(contentsOf: first..<(first + count), at: index)
    browser.insertItems(count, at: index)
  }
  private var newNames = 0
}
