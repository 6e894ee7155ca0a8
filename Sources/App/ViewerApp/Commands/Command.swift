/// Everything a key, a menu or a button can ask of the viewer.
enum Command: String, CaseIterable, Sendable {
  case next, previous, first, last, forwardTen, backTen, goToNumber
  case zoomIn, zoomOut, zoomInFinely, zoomOutFinely
  case zoomToFit, zoomToActual, zoomToDouble, zoomToTriple, toggleActual
  case fitShrinking, fitWhole, fitWidth, fitHeight, fitFill
  case panLeft, panRight, panUp, panDown, edgeLeft, edgeRight, edgeUp, edgeDown
  case toggleMagnification, toggleTransparency, pageEffects
  case slideshow, toggleLooping
  case frameBack, frameForward, togglePlaying
  case toggleFullscreen, toggleControls, reload, contextMenu, showKeys
  case info, copy, copyPath, saveCopy, preferences
  case delete, deleteForGood, undo
  case open, preview, largerCells, smallerCells, defaultCells
  case selectAll, invertSelection, clearSelection
  case sortByName, sortByDate, sortBySize, reverseOrder
  case nextTab, previousTab
  case muteClip, loopClip, clipBack, clipOn
  case escape, back, close, quit

  /// What a menu or the key overview calls it.
  var title: String {
    switch self {
    case .next: "Next"
    case .previous: "Previous"
    case .first: "First"
    case .last: "Last"
    case .forwardTen: "Ten on"
    case .backTen: "Ten back"
    case .goToNumber: "Go to the number typed"
    case .zoomIn: "Zoom In"
    case .zoomOut: "Zoom Out"
    case .zoomInFinely: "Zoom In a Little"
    case .zoomOutFinely: "Zoom Out a Little"
    case .zoomToFit: "Fit"
    case .zoomToActual: "Actual Size"
    case .zoomToDouble: "200 %"
    case .zoomToTriple: "300 %"
    case .toggleActual: "Fit or Actual Size; hold for a look"
    case .fitShrinking: "Fit, Small Pictures as They Are"
    case .fitWhole: "Fit, Small Pictures Enlarged"
    case .fitWidth: "Fit Width"
    case .fitHeight: "Fit Height"
    case .fitFill: "Fill"
    case .panLeft: "Pan Left"
    case .panRight: "Pan Right"
    case .panUp: "Pan Up"
    case .panDown: "Pan Down"
    case .edgeLeft: "To the Left Edge"
    case .edgeRight: "To the Right Edge"
    case .edgeUp: "To the Top"
    case .edgeDown: "To the Bottom"
    case .toggleMagnification: "Smooth or Sharp Pixels"
    case .toggleTransparency: "Checkerboard"
    case .pageEffects: "Page Effects…"
    case .slideshow: "Slideshow"
    case .toggleLooping: "Loop Through All"
    case .frameBack: "Frame Back"
    case .frameForward: "Frame Forward"
    case .togglePlaying: "Pause or Play"
    case .toggleFullscreen: "Fullscreen"
    case .toggleControls: "Controls"
    case .reload: "Reload"
    case .contextMenu: "Menu"
    case .showKeys: "All Commands and Keys"
    case .info: "Information"
    case .copy: "Copy"
    case .copyPath: "Copy Path"
    case .saveCopy: "Save Copy As…"
    case .preferences: "Preferences…"
    case .delete: "Move to Trash…"
    case .deleteForGood: "Delete for Good…"
    case .undo: "Bring Back from Trash"
    case .open: "Open"
    case .preview: "Preview, While Held"
    case .largerCells: "Larger Thumbnails"
    case .smallerCells: "Smaller Thumbnails"
    case .defaultCells: "Thumbnails of Ordinary Size"
    case .selectAll: "Select All"
    case .invertSelection: "Invert Selection"
    case .clearSelection: "Select Nothing"
    case .sortByName: "Sort by Name"
    case .sortByDate: "Newest First"
    case .sortBySize: "Largest First"
    case .reverseOrder: "Reverse Order"
    case .nextTab: "Next Tab"
    case .previousTab: "Previous Tab"
    case .muteClip: "Mute"
    case .loopClip: "Loop"
    case .clipBack: "Five Seconds Back in a Clip"
    case .clipOn: "Five Seconds On in a Clip"
    case .escape: "Leave Fullscreen or Close"
    case .back: "Back"
    case .close: "Close"
    case .quit: "Quit"
    }
  }
}
