import DecoderWire
package import Imaging
package import Motion
import PhotoBrowser
package import Pixels

extension FilePages {
  /// The file of the current page; nil without a browser, and for an index without a file.
  package var currentFile: FilePath? { browser.flatMap { file(at: $0.pageIndex) } }

  /// The live page at an index; nil when there is none.
  func page(at index: Int) -> FilePage? { live.page(at: index) }

  /// The file of the page at an index; nil for an index without a file.
  package func file(at index: Int) -> FilePath? {
    files.indices.contains(index) ? files[index] : nil
  }

  /// The files of the pages with cells, under the paths that the pipeline uses.
  package var livePicturePaths: Set<FilePathBytes> {
    guard let browser else { return [] }
    return Set(
      browser.state.pageWindow.live.filter(files.indices.contains).map {
        pipelinePath(of: files[$0])
      })
  }

  /// Updates the rate of page turns when the page at `index` becomes the current one.
  package func pageDidTurn(to index: Int, at t: Timestamp) {
    if let browser { fastPaging.pageDidTurn(to: index, in: browser.state.layout, at: t) }
  }

  /// Ends fast paging, because the paging key was released.
  package func endFastPaging() { fastPaging.end() }

  /// Keeps the picture of a page that is about to be removed. It is shown until the file is decoded
  /// again, if the page returns by Undo.
  package func keepPictureForUndo(of index: Int) {
    if let path = file(at: index), let image = cached(path) { fastPaging.store(image, of: path) }
  }

  /// Reads the file of page `index` again after a change; of a live page, debounced.
  package func fileDidChange(at index: Int) {
    guard let path = file(at: index) else { return }
    guard live.page(of: path) == nil else { return pictures.fileDidChange(path) }
    reload(index)
    events.send(.contentsChanged(of: path))
  }

  /// The size in pixels, format and colour profile of a page's picture; nil until the decoder has
  /// reported them. Format and profile are empty when only the size is known.
  package func info(of index: Int) -> (naturalSize: PixelSize, format: String, profile: String)? {
    guard let path = file(at: index) else { return nil }
    if let known = cached(path)?.info {
      return (known.naturalSize, known.format, known.profile)
    }
    // The size is taken from the content of the cell: the cache may have evicted a picture that the
    // page still shows.
    guard let cell = browser?.cell(at: index) as? PhotoCell,
      let size = cell.content.zoomable?.contentSize
    else { return nil }
    return (PixelSize(width: Int(size.width), height: Int(size.height)), "", "")
  }
}
