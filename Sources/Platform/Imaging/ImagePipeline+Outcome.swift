import DecoderWire
import Pixels

/// Handling of decode results.
extension ImagePipeline {
  func finish(_ work: DecodeWork, _ outcome: DecodeOutcome) {
    switch work.role {
    case .page: finishPage(work, outcome)
    case .thumbnail(let thumbnail): finish(thumbnail, work, outcome)
    }
    dispatch()
  }

  private func finishPage(_ work: DecodeWork, _ outcome: DecodeOutcome) {
    queue.remove(work)
    let isExact = work.isExact
    // The failure of a region says nothing about the whole picture.
    let isWhole = work.key.purpose != .region
    switch outcome {
    case .picture(let info, let result):
      if isWhole { keep(info, result, of: work) }
      var image = DecodedImage(bitmap: result.bitmap, info: info, isExact: isExact)
      if isExact { image.memory = result.memory }
      deliver(isExact ? .exact(image) : .preview(image), to: work)
      if isExact { startHelpersLater() }
    case .failed(let failure):
      if isExact { counted.failures += 1 }
      if isExact, isWhole, let identity = work.identity { failures.remember(failure, of: identity) }
      fail(work, failure)
    case .crashed(let detail):
      if isExact { counted.failures += 1 }
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { failures.countCrash(failure, of: identity) }
      fail(work, failure)
    case .thumbnail(let info, let bitmap, _): deliver(stored: bitmap, info, to: work)
    }
  }

  /// Delivers a partial result to the waiting page requests.
  func deliver(partial bitmap: Bitmap, _ info: DecodeReply.Info, to work: DecodeWork) {
    let image = DecodedImage(bitmap: bitmap, info: info, isExact: false)
    for task in work.tasks where task.request.purpose == .page { task.deliver(.preview(image)) }
  }

  /// Delivers a thumbnail from the shared cache as preview. Without the natural size of the picture
  /// it cannot be placed, and counts as failed.
  private func deliver(
    stored bitmap: Bitmap, _ info: DecodeReply.ThumbnailInfo, to work: DecodeWork
  ) {
    guard !info.naturalSize.isEmpty else {
      storedThumbnailFailed(work)
      return deliver(nil, to: work)
    }
    counted.previews += 1
    let known = DecodeReply.Info(naturalSize: info.naturalSize, format: info.format)
    deliver(.preview(DecodedImage(bitmap: bitmap, info: known, isExact: false)), to: work)
  }

  private func keep(
    _ info: DecodeReply.Info, _ result: PixelAdoption.Result, of work: DecodeWork
  ) {
    if work.key.purpose == .exact { counted.decodes += 1 } else { counted.previews += 1 }
    guard let identity = work.identity, work.key.color == color else { return }
    cache.insert(
      MemoryCache.Rendition(
        bitmap: result.bitmap, info: info, purpose: work.key.purpose,
        isNatural: work.key.purpose == .exact && work.key.target.isEmpty, cost: result.cost),
      of: identity)
  }

  /// Handles a failed decode. A failed preview is only reported to fast-paging requests; the exact
  /// decode reports its own failure.
  private func fail(_ work: DecodeWork, _ failure: DecodeFailure) {
    guard work.isExact else {
      if work.isPreviewDecode, failure.kind == .empty {
        if work.key.purpose == .stored {
          storedThumbnailFailed(work)
        } else {
          embeddedPreviewFailed(work)
        }
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
