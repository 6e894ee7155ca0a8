package import Imaging
package import Motion
import PhotoBrowser

extension FilePages {
  /// The file of the current page; nil where there is none.
  package var currentFile: FilePath? { browser.flatMap { file(at: $0.pageIndex) } }

  /// The pictures of the pages with cells, as the pipeline knows them.
  package var livePictures: Set<FilePathBytes> {
    guard let browser else { return [] }
    return Set(
      browser.state.pageWindow.live.filter(files.indices.contains).map { key(of: files[$0]) })
  }

  /// Notes that page `index` became the current one.
  package func turned(to index: Int, at t: Timestamp) {
    if let browser { fastPaging.turned(to: index, in: browser.state.layout, at: t) }
  }

  /// Ends fast paging, because the paging key was released.
  package func endFastPaging() { fastPaging.end() }
}
