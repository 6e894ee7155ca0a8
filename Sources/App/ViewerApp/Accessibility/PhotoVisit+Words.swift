import BrowserHost
import DecoderWire
import PhotoBrowser

extension PhotoVisit {
  /// Gives assistive programs the name, marks, title and caption of the photo on each page. Title
  /// and caption are read from the file when an assistive program first asks for them.
  func connectAccessibleTexts(_ metadata: MetadataCache) {
    var asked: FilePath?
    browser.accessiblePageTexts = { [weak self, unowned metadata] page in
      guard let self, let file = source.file(at: page) else { return AccessiblePageTexts() }
      let known = metadata.metadata(of: file)
      if known == nil, file != asked, !info.isShown {
        asked = file
        metadata.setWantedPaths([file])
      }
      let marks = culling.photoAccess.marks(file)?.spokenNames ?? []
      let words = known.map { [$0.title, $0.caption] } ?? []
      return AccessiblePageTexts(
        name: file.displayName, facts: marks + words.filter { !$0.isEmpty },
        identity: file.bytes)
    }
    metadata.observe(for: browser) { [weak self] path in
      if self?.window.host.accessibility?.isActive ?? false, path == self?.file {
        self?.browser.requestFrame()
      }
    }
  }
}
