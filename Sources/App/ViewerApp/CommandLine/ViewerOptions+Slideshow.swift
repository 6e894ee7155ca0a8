import BrowserCore

nonisolated extension ViewerOptions {
  /// The arguments with the default interval inserted after a `--slideshow` that no number follows.
  static func insertingDefaultSlideshowInterval(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    var result: [String] = []
    for (index, argument) in options.enumerated() {
      result.append(argument)
      let next = options.dropFirst(index + 1).first
      if argument == "--slideshow", next.flatMap(Double.init) == nil {
        result.append("\(Slideshow.defaultInterval)")
      }
    }
    return result + arguments.dropFirst(options.count)
  }
}

extension ViewerOptions {
  var slideshowOptions: PhotoSlideshow.Options {
    PhotoSlideshow.Options(
      effect: slideshowEffect ?? .fade, isShuffled: slideshowShuffle ?? false,
      isFullscreen: slideshowFullscreen ?? true, showsPicksOnly: slideshowPicks ?? false)
  }
}
