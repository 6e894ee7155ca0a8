/// Options under which a browser follows the laws of its forebears.
nonisolated extension BrowserOptions {
  /// JXPhotoBrowser 3.x.
  ///
  /// - Source: JXPhotoBrowser 3.1.5; a quarter of a second, twice the size, a click closes.
  public static var jxPhotoBrowser3: BrowserOptions {
    var options = BrowserOptions()
    options.tuning.dismissProfile = .jxPhotoBrowser3
    options.tuning.spacing = 30
    options.tuning.maximumScale = 2
    options.tuning.doubleTapScale = 2
    options.clickAction = .close
    options.animator = "zoom"
    options.showDuration = 0.25
    options.dismissDuration = 0.25
    return options
  }

  /// JXPhotoBrowser 4.x.
  ///
  /// - Source: JXPhotoBrowser 4.1.0; it fades unless told to fly, and goes round.
  public static var jxPhotoBrowser4: BrowserOptions {
    var options = BrowserOptions()
    options.tuning.dismissProfile = .jxPhotoBrowser4
    options.tuning.spacing = 0
    options.tuning.isLooping = true
    options.tuning.maximumScale = 3
    options.tuning.doubleTapFills = true
    options.clickAction = .close
    options.animator = "fade"
    options.showDuration = 0.25
    options.dismissDuration = 0.25
    return options
  }
}
