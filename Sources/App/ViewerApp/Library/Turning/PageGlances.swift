import BrowserCore
import Imaging
import Motion
import Windowing

/// Takes glances at pages that are turned faster than pictures can be decoded, and remembers them.
final class PageGlances {
  /// Begins a glance. Its outcome may come before this returns.
  typealias Ask = (FilePath, @escaping @MainActor (ImageUpdate) -> Void) -> ImageTask

  /// A glance under way.
  private struct Running {
    let task: ImageTask
    let began: Timestamp
  }

  /// Called with what a glance has led to.
  var onGlance: ((ImageUpdate, FilePath, _ page: Int) -> Void)?

  private(set) var flow: GlanceFlow
  private var store = GlanceStore()
  private var running: [FilePath: Running] = [:]
  /// Files that have no glance; they are not asked again before the next burst.
  private var refused: Set<FilePath> = []
  private let most: Int
  private let ask: Ask
  private let now: () -> Timestamp

  /// Makes one that takes `most` glances at a time, as many as there are helpers.
  init(most: Int, now: @escaping () -> Timestamp, ask: @escaping Ask) {
    self.most = most
    flow = GlanceFlow(helpers: most)
    self.now = now
    self.ask = ask
  }

  /// The last glance at `path`.
  func image(of path: FilePath) -> DecodedImage? { store[path] }

  /// The picture of `page` is on the screen.
  func show(_ page: Int) { flow.show(page) }

  /// Begins as many glances as may be under way at a time.
  ///
  /// - Parameter isWanted: false for pages that need none.
  func fill(
    from current: Int, at pace: TurnPace, in layout: PageLayout, _ paths: [FilePath],
    where isWanted: (FilePath) -> Bool
  ) {
    while running.count < most {
      let page = flow.next(from: current, at: pace, in: layout) {
        guard paths.indices.contains($0) else { return false }
        let path = paths[$0]
        return running[path] == nil && store[path] == nil && !refused.contains(path)
          && isWanted(path)
      }
      guard let page else { return }
      begin(paths[page], page)
    }
  }

  private func begin(_ path: FilePath, _ page: Int) {
    let began = now()
    let task = ask(path) { [weak self] in self?.take($0, of: path, page, since: began) }
    if !task.isFinished { running[path] = Running(task: task, began: began) }
  }

  private func take(
    _ update: ImageUpdate, of path: FilePath, _ page: Int, since began: Timestamp
  ) {
    switch update {
    case .preview(let image), .exact(let image): store.insert(image, of: path)
    case .failed: refused.insert(path)
    }
    if running.removeValue(forKey: path) != nil { flow.note(cost: now() - began) }
    onGlance?(update, path, page)
  }

  /// The person has arrived: what has not begun is not begun. What has is nearly there.
  func rest() {
    for (path, glance) in running where !glance.task.isUnderWay {
      glance.task.cancel()
      running[path] = nil
    }
    refused = []
  }

  /// Forgets the glance at a file that has changed.
  func forget(_ path: FilePath) {
    running.removeValue(forKey: path)?.task.cancel()
    store.remove(path)
  }

  /// Ends and forgets everything.
  func cancelAll() {
    for glance in running.values { glance.task.cancel() }
    (running, refused) = ([:], [])
    store.removeAll()
  }
}
