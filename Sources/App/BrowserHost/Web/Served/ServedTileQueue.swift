import ImageServers
import PhotoBrowser
import Pixels

/// The queue of the tiles of one picture. A few tiles are loaded at a time, the most urgent ones
/// first; the loading of tiles that have left the view is cancelled.
final class ServedTileQueue {
  /// A closure called with the region and the bitmap of each loaded tile.
  var onTile: ((PictureRegion, Bitmap) -> Void)?
  /// A closure called when ``progress`` or ``failure`` has changed.
  var onChange: (() -> Void)?
  /// The tiles to load, the most urgent ones first; a loaded tile is removed.
  var wantedTiles: [PictureRegion] = [] {
    didSet { if wantedTiles != oldValue { wantedDidChange() } }
  }
  /// The failure of the most urgent wanted tile that could not be loaded. If none of the wanted
  /// tiles has failed itself, but ``maxFailures`` failures in a row keep them from being requested,
  /// the last of those failures; otherwise nil.
  var failure: ServedFailure? {
    let own = wantedTiles.lazy.compactMap { self.failures[$0] }.first
    return own ?? (isStopped && !wantedTiles.isEmpty ? lastFailure : nil)
  }
  /// The wanted tiles that could not be loaded, the most urgent ones first.
  var failedTiles: [PictureRegion] { wantedTiles.filter { failures[$0] != nil } }
  /// The number of loaded tiles, and that of all tiles requested since the queue was last idle; nil
  /// while it is idle.
  private(set) var progress: (done: Int, total: Int)?
  /// Whether the server is asked whether cached tiles are current.
  var mustRevalidateTiles = false

  /// The maximum number of running requests; web browsers open as many connections to one server.
  static let maxRequests = 6
  /// The number of successive failures after which no tile is requested until the user retries.
  static let maxFailures = 6

  private let picture: ServedPicture
  private let pictures: WebPictures
  private var running: [PictureRegion: ServedTask] = [:]
  private var failures: [PictureRegion: ServedFailure] = [:]
  private var failuresInRow = 0
  private var lastFailure: ServedFailure?

  init(_ picture: ServedPicture, by pictures: WebPictures) {
    self.picture = picture
    self.pictures = pictures
  }

  isolated deinit { cancel() }

  /// Requests the tiles again that have failed.
  func retry() {
    failures = [:]
    failuresInRow = 0
    startNext()
    updateProgress(done: 0)
  }

  /// Cancels all requests of tiles, removes the wanted tiles, and forgets which tiles have failed.
  func cancel() {
    for task in running.values { task.cancel() }
    running = [:]
    failures = [:]
    failuresInRow = 0
    wantedTiles = []
    progress = nil
  }

  private func wantedDidChange() {
    let kept = Set(wantedTiles)
    for (part, task) in running where !kept.contains(part) {
      task.cancel()
      running[part] = nil
    }
    startNext()
    updateProgress(done: 0)
  }

  /// Whether no tile is requested, because ``maxFailures`` have failed in a row.
  private var isStopped: Bool { failuresInRow >= Self.maxFailures }

  /// The wanted tiles that have not failed, running requests included; empty while the queue is
  /// stopped.
  private var unfinished: [PictureRegion] {
    isStopped ? [] : wantedTiles.filter { failures[$0] == nil }
  }

  private func startNext() {
    // A request may fail before `start` returns, so `running` and `unfinished` are read again each
    // time.
    while running.count < Self.maxRequests,
      let next = unfinished.first(where: { running[$0] == nil })
    {
      start(next)
    }
  }

  private func start(_ part: PictureRegion) {
    guard let request = picture.request(for: part) else {
      failures[part] = ServedFailure(DescriptionFailure.damaged)
      return
    }
    let task = ServedTask(request, by: pictures) { [weak self] result in
      self?.finish(part, result)
    }
    running[part] = task
    task.begin(mustAsk: mustRevalidateTiles)
  }

  private func finish(_ part: PictureRegion, _ result: Result<Bitmap, ServedFailure>) {
    running[part] = nil
    switch result {
    case .success(let bitmap):
      failuresInRow = 0
      onTile?(part, bitmap)
    case .failure(let reason):
      failures[part] = reason
      lastFailure = reason
      failuresInRow += 1
    }
    let done = progress?.done ?? 0
    if case .success = result { wantedTiles.removeAll { $0 == part } }
    startNext()
    updateProgress(done: done + 1)
  }

  private func updateProgress(done: Int) {
    let isLoading = !running.isEmpty
    let finished = max(done, progress?.done ?? 0)
    // A stopped queue still waits for the requests that run.
    let left = max(unfinished.count, running.count)
    progress = isLoading ? (finished, finished + left) : nil
    onChange?()
  }
}
