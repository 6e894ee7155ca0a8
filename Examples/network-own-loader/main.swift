// Network, another loader: a loader of the program beside the library's own.
import BrowserHost
import Samples

/// A loader that downloads pictures with names beginning with “http” and paints all others.
final class TwoLoaders: PictureLoader {
  private let web: any PictureLoader
  /// The painted pictures by their names, as a cache.
  private var painted: [String: Picture] = [:]

  init(_ web: any PictureLoader) { self.web = web }

  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    guard !request.name.hasPrefix("http") else { return web.load(request, update: update) }
    guard let number = Int(request.name) else {
      update(.failed(FailureMessage(sentence: "“\(request.name)” is no number", canRetry: false)))
      return Picture.Load()
    }
    let picture = Samples.landscapes(1, from: number)[0]
    painted[request.name] = picture
    update(.finished(picture))
    return Picture.Load()
  }

  func cached(_ request: Picture.Request) -> Picture? {
    painted[request.name] ?? web.cached(request)
  }
}

BrowserWindow.run("Network, another loader") { window in
  let server = try PhotoServer(Array(Samples.photos.prefix(3)))
  let names = server.addresses + ["3", "4", "five"]
  let pages = PicturePages(names.map { Picture.Levels(screen: $0) }, loader: TwoLoaders(window.web))

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.dataSource = pages
  window.show(browser)
}
