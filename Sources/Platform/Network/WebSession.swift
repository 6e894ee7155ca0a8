import CCurl

/// A session that downloads pictures from web addresses into files.
///
/// A session has no thread and no timer of its own: its owner polls ``descriptor`` for readability
/// and calls ``serve()`` when it is readable. An idle session causes no wakeups. Only the name
/// lookup of libcurl uses a thread while it runs.
public final class WebSession {
  /// The descriptor that is readable when ``serve()`` has work to do; the session owns and closes
  /// it.
  public var descriptor: Int32 { epollSet.descriptor }

  private let configuration: WebConfiguration
  private let epollSet: EpollSet
  /// The multi handle of libcurl; nil before the first download.
  private var multi: CurlMulti?
  private var downloads: [WebAddress: Download] = [:]
  private var trimming: TrimSchedule
  /// Whether a download of this session has ended.
  private var hasEndedDownload = false
  /// The addresses whose files are removed from the cache at the end of the session: of responses
  /// that must not be stored, of requests with a user name or password, and of parts that cannot be
  /// resumed but are on the screen.
  private var addressesToRemove: Set<WebAddress> = []

  /// Makes a session; libcurl is loaded for the first address.
  ///
  /// - Throws: `.outOfSpace` when the system has no file descriptors left.
  public init(_ configuration: WebConfiguration) throws(NetworkFailure) {
    self.configuration = configuration
    trimming = TrimSchedule(budget: configuration.cache?.budget ?? 0)
    epollSet = try EpollSet()
  }

  /// Starts to load a picture.
  ///
  /// A fresh cached copy, or a failure to start, is delivered before this method returns a task
  /// that is already finished. Requests for the same address share one transfer.
  ///
  /// - Parameters:
  ///   - urgency: whether the picture is visible or loaded ahead.
  ///   - mustRevalidate: whether the server is asked even if the cached copy is fresh.
  ///   - update: the closure to which ``serve()`` and this method deliver the updates of the
  ///     request.
  public func load(
    _ address: WebAddress, urgency: WebTask.Urgency = .visible, mustRevalidate: Bool = false,
    update: @escaping (WebUpdate) -> Void
  ) -> WebTask {
    let task = WebTask(address, urgency, of: self, update: update)
    if let download = downloads[address] {
      download.tasks.append(task)
      if let entry = download.entry, let cache = configuration.cache {
        task.deliver(.cachedCopy(WebFile(entry, in: cache)))
      }
      if let progress = download.progress { task.deliver(.progress(progress)) }
      startQueuedDownloads()
      return task
    }
    let entry = configuration.cache?.entry(for: address)
    if let entry, let cache = configuration.cache, !mustRevalidate, isFresh(entry) {
      cache.touch(address, entry)
      task.deliver(.finished(WebFile(entry, in: cache)))
      return task
    }
    let download = Download(address, entry: entry)
    download.tasks = [task]
    downloads[address] = download
    if let entry, let cache = configuration.cache {
      task.deliver(.cachedCopy(WebFile(entry, in: cache)))
    }
    startQueuedDownloads()
    return task
  }

  /// Processes received data and expired timeouts without blocking, and delivers updates to the
  /// requests.
  public func serve() {
    guard let multi else { return }
    let events = epollSet.pendingEvents()
    for (transfer, code) in multi.process(events) {
      guard let download = downloads.values.first(where: { $0.transfer === transfer }) else {
        continue
      }
      handle(transfer.outcome(code), of: transfer, in: download)
    }
    if events.contains(.timer(.stallTimeout)) { endStalledTransfers() }
    reportProgress()
    trimIfDue()
    scheduleStallTimeout()
  }

  /// Removes a picture from the cache, so that the next ``load(_:urgency:mustRevalidate:update:)``
  /// requests it from the server.
  public func forget(_ address: WebAddress) { configuration.cache?.remove(address) }

  /// Cancels all downloads, without a last update, and removes the files that must not be kept from
  /// the cache.
  public func stop() {
    for download in downloads.values { abandon(download) }
    for address in addressesToRemove { configuration.cache?.remove(address) }
    addressesToRemove = []
    trimIfDue()
    scheduleStallTimeout()
  }

  // MARK: Tasks

  package func taskDidCancel(_ task: WebTask) {
    guard let download = downloads[task.address] else { return }
    download.tasks.removeAll { $0 === task }
    guard download.tasks.isEmpty else { return }
    abandon(download)
    trimIfDue()
    startQueuedDownloads()
    scheduleStallTimeout()
  }

  package func urgencyDidChange() { startQueuedDownloads() }

  private func isFresh(_ entry: CacheEntry) -> Bool {
    let now = configuration.clock()
    // With the upper limit, a clock that was set wrong cannot keep a picture fresh for ever.
    return entry.freshUntil > now && entry.freshUntil <= now + ResponseHead.maxFreshnessLifetime
  }

  private func end(_ download: Download) {
    if let transfer = download.transfer {
      multi?.remove(transfer)
      trimming.recordWritten(transfer.takeUnreportedBytes())
    }
    hasEndedDownload = true
    download.transfer = nil
    downloads[download.address] = nil
  }

  /// Ends a download that no request waits for any more; its received part is kept if it can be
  /// resumed later.
  private func abandon(_ download: Download) {
    if let transfer = download.transfer, !transfer.isWorthKeeping {
      discard(transfer, of: download)
    }
    end(download)
  }

  private func discard(_ transfer: HTTPTransfer, of download: Download) {
    guard let part = transfer.file else { return }
    configuration.cache?.discard(part, of: download.address)
  }

  // MARK: Eviction

  /// Trims the cache to its budget when that is due; the first time in a session, files left by
  /// killed programs are removed, too.
  private func trimIfDue() {
    guard let cache = configuration.cache else { return }
    for download in downloads.values {
      trimming.recordWritten(download.transfer?.takeUnreportedBytes() ?? 0)
    }
    let isFirst = trimming.isFirstTrim
    guard trimming.beginTrimIfDue(hasEndedDownload: hasEndedDownload) else { return }
    if isFirst { cache.removeOrphans(now: configuration.clock(), except: addressesToRemove) }
    cache.trim()
    // Only addresses that still have files in the cache need a removal at the end of the session.
    // A running download may get a file later.
    let stored = cache.cachedAddresses(among: addressesToRemove)
    addressesToRemove = addressesToRemove.filter { stored.contains($0) || downloads[$0] != nil }
  }

  // MARK: Transfers

  /// Starts queued downloads: first those of visible pages, and others only when none of a visible
  /// page is left.
  private func startQueuedDownloads() {
    for download in downloads.values where download.transfer == nil && download.isVisible {
      start(download)
    }
    guard !downloads.values.contains(where: \.isVisible) else { return }
    for download in downloads.values where download.transfer == nil { start(download) }
  }

  private func start(_ download: Download) {
    if download.address.hasCredentials { addressesToRemove.insert(download.address) }
    let resumed = download.entry == nil ? configuration.cache?.resumable(download.address) : nil
    start(
      download,
      HTTPTransfer.Conditions(entryToRevalidate: download.entry, downloadToResume: resumed))
  }

  private func start(_ download: Download, _ conditions: HTTPTransfer.Conditions) {
    do throws(NetworkFailure) {
      let multi = try openMulti()
      let transfer = try HTTPTransfer(download.address, conditions, multi.library, configuration)
      download.transfer = transfer
      multi.add(transfer)
      scheduleStallTimeout()
    } catch {
      fail(download, error, part: nil)
    }
  }

  private func openMulti() throws(NetworkFailure) -> CurlMulti {
    if let multi { return multi }
    let opened = try CurlMulti(CurlLibrary(), epollSet)
    multi = opened
    return opened
  }

  private func handle(
    _ outcome: HTTPTransfer.Outcome, of transfer: HTTPTransfer, in download: Download
  ) {
    switch outcome {
    case .complete(let part): keep(part, transfer.head, download)
    case .unchanged: confirm(transfer.head, download)
    case .versionMismatch:
      discard(transfer, of: download)
      trimming.recordWritten(transfer.takeUnreportedBytes())
      download.transfer = nil
      start(download, HTTPTransfer.Conditions(entryToRevalidate: download.entry))
    case .failed(let failure):
      if failure.kind == .connectionLost, let resumed = transfer.resumable,
        download.resumeCount < configuration.maxResumes, transfer.receivedNewBytes
      {
        download.resumeCount += 1
        trimming.recordWritten(transfer.takeUnreportedBytes())
        start(download, HTTPTransfer.Conditions(downloadToResume: resumed))
      } else {
        fail(download, failure, part: shownPart(of: transfer, after: failure, in: download))
      }
    }
  }

  /// The received part of a failed download, to be shown on its page; nil when nothing was
  /// received, or the part is refused and removed.
  private func shownPart(
    of transfer: HTTPTransfer, after failure: NetworkFailure, in download: Download
  ) -> WebFile? {
    // A cached picture, if there is one, is shown instead of the received part.
    guard failure.kind == .connectionLost, download.entry == nil, let part = transfer.part else {
      if !transfer.isWorthKeeping || failure.kind == .tooLarge { discard(transfer, of: download) }
      return nil
    }
    if !transfer.isWorthKeeping { addressesToRemove.insert(download.address) }
    return WebFile(part, transfer.head)
  }

  private func keep(_ part: PartialFile, _ head: ResponseHead, _ download: Download) {
    var file = WebFile(part, head)
    if part.hasName, let cache = configuration.cache,
      let entry = cache.keep(part, of: download.address, head, now: configuration.clock())
    {
      file = WebFile(entry, in: cache)
      trimming.recordWritten(entry.text.utf8.count)
      if !head.isStorable {
        addressesToRemove.insert(download.address)
      } else if !download.address.hasCredentials {
        addressesToRemove.remove(download.address)
      }
    }
    finish(download, .finished(file))
  }

  private func confirm(_ head: ResponseHead, _ download: Download) {
    guard let cache = configuration.cache, var entry = download.entry else { return }
    entry.freshUntil = CacheEntry.freshUntil(head, now: configuration.clock())
    cache.touch(download.address, entry)
    finish(download, .confirmed(WebFile(entry, in: cache)))
  }

  private func fail(_ download: Download, _ failure: NetworkFailure, part: WebFile?) {
    if let entry = download.entry, let cache = configuration.cache {
      if failure.allowsStale {
        return finish(download, .stale(WebFile(entry, in: cache), failure))
      }
      cache.remove(download.address)
    }
    finish(download, .failed(failure, part: part))
  }

  private func finish(_ download: Download, _ update: WebUpdate) {
    end(download)
    download.deliver(update)
    startQueuedDownloads()
  }

  // MARK: Progress and timeout

  private func reportProgress() {
    for download in downloads.values {
      guard let progress = download.progress, progress.received != download.reportedBytes else {
        continue
      }
      download.reportedBytes = progress.received
      download.deliver(.progress(progress))
    }
  }

  private func endStalledTransfers() {
    let now = HTTPTransfer.now
    for download in downloads.values {
      guard let transfer = download.transfer,
        transfer.lastReceiveTime + configuration.stallTimeout <= now
      else { continue }
      multi?.remove(transfer)
      handle(.failed(transfer.stallFailure), of: transfer, in: download)
    }
  }

  private func scheduleStallTimeout() {
    let oldest = downloads.values.compactMap(\.transfer?.lastReceiveTime).min()
    epollSet.set(
      .stallTimeout, after: oldest.map { $0 + configuration.stallTimeout - HTTPTransfer.now })
  }
}
