import DecoderWire
import Pixels

/// What happens when a decode ends.
extension ImagePipeline {
  func finish(_ work: DecodeWork, _ outcome: DecodeOutcome) {
    switch work.role {
    case .page: finishPage(work, outcome)
    case .thumbnail(let thumbnail): finish(thumbnail, work, outcome)
    case .store(let store): finish(store, work, outcome)
    }
    dispatch()
  }

  private func finishPage(_ work: DecodeWork, _ outcome: DecodeOutcome) {
    queue.remove(work)
    let isExact = work.isExact
    // What is wrong with a part says nothing about the whole.
    let isWhole = work.key.purpose != .region
    switch outcome {
    case .picture(let info, let result):
      if isWhole { keep(info, result, of: work) }
      let image = DecodedImage(bitmap: result.bitmap, info: info, isExact: isExact)
      deliver(isExact ? .exact(image) : .preview(image), to: work)
      if isExact { warmLater() }
    case .failed(let failure):
      if isExact { counted.failures += 1 }
      if isExact, isWhole, let identity = work.identity { failures.remember(failure, of: identity) }
      fail(work, failure)
    case .crashed(let detail):
      if isExact { counted.failures += 1 }
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { failures.countCrash(failure, of: identity) }
      fail(work, failure)
    case .thumbnail, .encoded: preconditionFailure("a page got what only thumbnails ask for")
    }
  }

  private func keep(
    _ info: DecodeReply.Info, _ result: PixelAdoption.Result, of work: DecodeWork
  ) {
    if work.key.purpose == .exact { counted.decodes += 1 } else { counted.previews += 1 }
    guard let identity = work.identity else { return }
    cache.insert(
      MemoryCache.Rendition(
        bitmap: result.bitmap, info: info, purpose: work.key.purpose,
        isNatural: work.key.purpose == .exact && work.key.target.isEmpty, cost: result.cost),
      of: identity)
  }

  /// A preview that fails is no news: the exact picture will tell.
  private func fail(_ work: DecodeWork, _ failure: DecodeFailure) {
    guard work.isExact else {
      if work.isGlance, failure.kind == .empty {
        glanceFailed(work)
        deliver(nil, to: work)
        return
      }
      let glances = work.tasks.filter { $0.request.purpose == .glance }
      deliver(nil, to: work)
      for task in glances { task.deliver(.failed(failure)) }
      return
    }
    deliver(.failed(failure), to: work)
  }

  private func deliver(_ update: ImageUpdate?, to work: DecodeWork) {
    for task in work.tasks {
      task.works.removeAll { $0 === work }
      if let update { task.deliver(update) }
    }
  }
}
