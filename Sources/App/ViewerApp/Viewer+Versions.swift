import BrowserHost
import Imaging

/// The photos of several files among those of a visit.
extension Viewer {
  /// Connects a visit to the library of its photos.
  func connectVersions(of visit: PhotoVisit) {
    visit.versions.photos.files = { [weak self, weak visit] file, page in
      guard let self, let visit else { return [file] }
      return files(with: file, atPage: page, of: visit)
    }
    visit.versions.photos.choose = { [weak self, weak visit] file, page in
      if let self, let visit { choose(file, forPage: page, of: visit) }
    }
    pipeline.onDevelopingProgress = { [weak visit] in
      visit?.versions.didDevelop($0, percent: $1)
    }
  }

  /// The library whose photos are the pages of a visit; nil while there is none.
  private func library(of visit: PhotoVisit) -> LiveLibrary? {
    if let gallery = visit.gallery {
      return homes.lazy.flatMap(\.scenes).first { $0.gallery === gallery }?.live
    }
    return folder.flatMap { $0.isLoading ? nil : $0 }
  }

  private func files(with file: FilePath, atPage page: Int, of visit: PhotoVisit) -> [FilePath] {
    if let live = library(of: visit) { return live.library.files(with: file, atPage: page) }
    return listRules.files(with: file, among: givenFiles)
  }

  private func choose(_ file: FilePath, forPage page: Int, of visit: PhotoVisit) {
    if let live = library(of: visit) { return live.choose(file) }
    listRules.choose(file, insteadOf: listRules.files(with: file, among: givenFiles))
    var paths = visit.source.files
    guard paths.indices.contains(page) else { return }
    paths[page] = file
    visit.source.rename(to: paths)
    visit.showVersions()
  }
}
