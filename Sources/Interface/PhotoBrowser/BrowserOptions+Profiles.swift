import Transitions

/// The options that reproduce the behaviour of JXPhotoBrowser.
nonisolated extension BrowserOptions {
  /// The options for the behaviour of JXPhotoBrowser 3.x.
  ///
  /// - Source: JXPhotoBrowser 3.1.5: transitions of 0.25 s, a maximum scale of 2, a click closes.
  public static var jxPhotoBrowser3: BrowserOptions {
    var options = BrowserOptions()
    options.tuning.dismissProfile = .jxPhotoBrowser3
    options.tuning.spacing = 30
    options.tuning.maxScale = 2
    options.tuning.doubleTapScale = 2
    options.clickAction = .close
    options.animator = ZoomAnimator()
    options.showDuration = 0.25
    options.dismissDuration = 0.25
    return options
  }

  /// The options for the behaviour of JXPhotoBrowser 4.x.
  ///
  /// - Source: JXPhotoBrowser 4.1.0: transitions fade by default, and pages loop.
  public static var jxPhotoBrowser4: BrowserOptions {
    var options = BrowserOptions()
    options.tuning.dismissProfile = .jxPhotoBrowser4
    options.tuning.spacing = 0
    options.tuning.isLooping = true
    options.tuning.maxScale = 3
    options.tuning.doubleTapFills = true
    options.clickAction = .close
    options.animator = FadeAnimator()
    options.showDuration = 0.25
    options.dismissDuration = 0.25
    return options
  }
}
