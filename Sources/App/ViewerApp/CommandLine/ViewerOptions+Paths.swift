import ArgumentParser

extension ViewerOptions {
  /// Parses command-line arguments without the name of the program.
  ///
  /// A command line without an option, such as that of a file manager, does not need the parser.
  /// Parsing takes a sixth of the time until a small first picture is shown.
  static func parsed(_ arguments: [String]) throws -> ViewerOptions {
    guard arguments.contains(where: { $0.hasPrefix("-") }) else {
      return ViewerOptions(paths: arguments)
    }
    return try parse(insertingDefaultSlideshowInterval(arguments))
  }

  /// Makes the options of a command line that has only paths. Each property is set, because
  /// swift-argument-parser stops the program when one is read that was neither set nor parsed.
  private init(paths: [String]) {
    self.init()
    self.paths = paths
    (start, filter, pairs, geometry, background) = (nil, nil, nil, nil, nil)
    (sort, group, reading) = (nil, nil, nil)
    (usualSort, usualGroup, usualReading) = (nil, nil, nil)
    (recursive, reverse, usualReverse, marked, nul) = (false, nil, false, false, false)
    (remember, bursts, developOnZoom, cullAdvance) = (nil, nil, nil, nil)
    (grid, showRecent, browse, present, push) = (false, false, false, false, false)
    (wholeThumbnails, thumbnailNames, hoverPreview) = (nil, nil, nil)
    (filmstrip, pageStrip, overview, inspect) = (nil, nil, nil, nil)
    (vertical, rtl) = (nil, nil)
    (spacing, cover, fitWidth, loop, indicator) = (nil, nil, nil, nil, nil)
    (listIndicators, listAnimators, listPageEffects) = (false, false, false)
    (animator, showDuration, dismissDuration) = (nil, nil, nil)
    (pageEffect, pageEffectDuration, keyTurn) = (nil, nil, nil)
    (maxScale, doubleTapScale, wheel, click) = (nil, nil, nil, nil)
    (pull, edgeDrag, swipePick, transparency) = (nil, nil, nil, nil)
    (appearance, scale, textScale) = (nil, nil, nil)
    (motion, desktopReducesMotion, animationSpeed) = (nil, false, nil)
    (slideshow, slideshowEffect) = (nil, nil)
    (slideshowShuffle, slideshowPicks, slideshowFullscreen) = (nil, nil, nil)
    (color, keys, config, sessionID) = (nil, nil, nil, nil)
    (reuse, remote, dbusService) = (nil, nil, false)
    (listCommands, listPreferences) = (false, false)
    (cache, maxPixels, maxBytes, maxSeconds, maxFrames) = (nil, nil, nil, nil, nil)
    (render, size, thumbnail) = (nil, nil, nil)
    (printList, info, json, formats, version) = (false, false, false, false, false)
    (recent, deleteIndex, self.private) = (nil, false, false)
    (record, recordNames) = (nil, false)
    (replay, headless, replaySpeed) = (nil, false, nil)
    log = .error
  }
}
