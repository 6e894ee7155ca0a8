/// The commands of keys, menus and buttons.
nonisolated enum Command: String, CaseIterable, Sendable {
  case next, previous, nextScreen, previousScreen, first, last, forwardTen, backTen, goToNumber
  case zoomIn, zoomOut, zoomInFinely, zoomOutFinely
  case zoomToFit, zoomToActual, zoomToDouble, zoomToTriple, toggleActual
  case fitShrinking, fitWhole, fitWidth, fitHeight, fitFill
  case panLeft, panRight, panUp, panDown, edgeLeft, edgeRight, edgeUp, edgeDown
  case lockZoom, flickCompare
  case toggleMagnification, toggleTransparency, pageEffects, toggleFilmstrip
  case slideshow, slideshowOptions, toggleLooping
  case frameBack, frameForward, togglePlaying
  case toggleFullscreen, toggleControls, reload, contextMenu, showKeys, customizeKeys
  case openWith, showInFileManager, setWallpaper, print, send
  case recentFolders, clearRecentFolders, newTab, keepTab, closeTab
  case rename, duplicate, newFolder, undoHistory
  case info, cut, copy, paste, copyPath, saveCopy, copyTo, moveTo, preferences
  case delete, deletePermanently, undo, redo
  case open, preview, largerCells, smallerCells, defaultCells, toggleWholeCells, toggleNames
  case selectAll, invertSelection, deselectAll
  case sortByName, sortByDate, sortByTaken, sortBySize, reverseOrder
  case groupByFolder, groupByDay, groupByMonth, groupByYear
  case nextTab, previousTab
  case openFolder, includeSubfolders, find, goToDate, nextFolder, previousFolder
  case muteClip, loopClip, clipBackward, clipForward
  case developRaw, markClipping
  case compare, linkPanes, swapPanes, promotePane, rejectPane, nextPane, previousPane
  case rotateRight, rotateLeft, flipHorizontally, flipVertically
  case crop, turnPixels, export
  case rate0, rate1, rate2, rate3, rate4, rate5, pick, reject, unflag
  case labelRed, labelYellow, labelGreen, labelBlue, labelPurple, toggleCulling
  case inspectPixels, copyColor, overviewMap
  case onlyPicks, hideRejected, onlyUnmarked, threeStars, anyMarks
  case escape, back, close, quit

  /// The title of the command in menus and in the list of shortcuts.
  var title: String {
    switch self {
    case .next: "Next"
    case .previous: "Previous"
    case .nextScreen: "Next Screen or Picture"
    case .previousScreen: "Previous Screen or Picture"
    case .first: "First"
    case .last: "Last"
    case .forwardTen: "Forward 10"
    case .backTen: "Back 10"
    case .goToNumber: "Go to Number"
    case .zoomIn: "Zoom In"
    case .zoomOut: "Zoom Out"
    case .zoomInFinely: "Zoom In Slightly"
    case .zoomOutFinely: "Zoom Out Slightly"
    case .zoomToFit: "Fit"
    case .zoomToActual: "Actual Size"
    case .zoomToDouble: "200 %"
    case .zoomToTriple: "300 %"
    case .toggleActual: "Toggle Fit and 100 % (hold to peek)"
    case .fitShrinking: "Fit (Do Not Enlarge)"
    case .fitWhole: "Fit (Enlarge)"
    case .fitWidth: "Fit Width"
    case .fitHeight: "Fit Height"
    case .fitFill: "Fill"
    case .panLeft: "Pan Left"
    case .panRight: "Pan Right"
    case .panUp: "Pan Up"
    case .panDown: "Pan Down"
    case .edgeLeft: "Pan to Left Edge"
    case .edgeRight: "Pan to Right Edge"
    case .edgeUp: "Pan to Top"
    case .edgeDown: "Pan to Bottom"
    case .lockZoom: "Lock Zoom and Place"
    case .flickCompare: "Compare with the Photo Before (hold)"
    case .toggleMagnification: "Pixel Smoothing"
    case .toggleTransparency: "Next Ground Behind Transparency"
    case .pageEffects: "Page Effects…"
    case .toggleFilmstrip: "Filmstrip"
    case .slideshow: "Slideshow"
    case .slideshowOptions: "Slideshow Options…"
    case .toggleLooping: "Loop"
    case .frameBack: "Previous Frame"
    case .frameForward: "Next Frame"
    case .togglePlaying: "Play/Pause"
    case .toggleFullscreen: "Fullscreen"
    case .toggleControls: "Show Controls"
    case .reload: "Reload"
    case .contextMenu: "Open Menu"
    case .showKeys: "Keyboard Shortcuts"
    case .customizeKeys: "Change Keys…"
    case .info: "Information"
    case .cut: "Cut"
    case .copy: "Copy"
    case .paste: "Paste"
    case .copyPath: "Copy Path"
    case .saveCopy: "Save Copy As…"
    case .copyTo: "Copy to Folder…"
    case .moveTo: "Move to Folder…"
    case .rename: "Rename…"
    case .undoHistory: "Undo History…"
    case .duplicate: "Duplicate"
    case .newFolder: "New Folder with Selection…"
    case .openWith: "Open With…"
    case .showInFileManager: "Show in File Manager"
    case .setWallpaper: "Set as Wallpaper"
    case .print: "Print…"
    case .send: "Send by E-mail…"
    case .recentFolders: "Recent Folders…"
    case .clearRecentFolders: "Clear Recent Folders"
    case .newTab: "New Tab…"
    case .keepTab: "Keep Tab"
    case .closeTab: "Close Tab"
    case .preferences: "Preferences…"
    case .delete: "Move to Trash"
    case .deletePermanently: "Delete Permanently…"
    case .undo: "Undo"
    case .redo: "Redo"
    case .open: "Open"
    case .preview: "Quick Preview (hold)"
    case .largerCells: "Larger Thumbnails"
    case .smallerCells: "Smaller Thumbnails"
    case .defaultCells: "Default Thumbnail Size"
    case .toggleWholeCells: "Show Whole Photos"
    case .toggleNames: "Show File Names"
    case .selectAll: "Select All"
    case .invertSelection: "Invert Selection"
    case .deselectAll: "Deselect All"
    case .sortByName: "Sort by Name"
    case .sortByDate: "Newest First"
    case .sortByTaken: "Sort by Date Taken"
    case .sortBySize: "Largest First"
    case .reverseOrder: "Reverse Order"
    case .groupByFolder: "Group by Folder"
    case .groupByDay: "Group by Day"
    case .groupByMonth: "Group by Month"
    case .groupByYear: "Group by Year"
    case .find: "Find…"
    case .goToDate: "Go to Date…"
    case .openFolder: "Open Folder…"
    case .includeSubfolders: "Include Subfolders"
    case .nextFolder: "Next Folder"
    case .previousFolder: "Previous Folder"
    case .nextTab: "Next Tab"
    case .previousTab: "Previous Tab"
    case .developRaw: "Switch JPEG, RAW and Developed"
    case .markClipping: "Mark Clipped Areas"
    case .compare: "Compare"
    case .linkPanes: "Link Zoom and Place"
    case .swapPanes: "Swap"
    case .promotePane: "Choose and Compare with Next"
    case .rejectPane: "Reject and Compare with Next"
    case .nextPane: "Next Pane"
    case .previousPane: "Previous Pane"
    case .rotateRight: "Rotate Right"
    case .rotateLeft: "Rotate Left"
    case .flipHorizontally: "Flip Horizontally"
    case .flipVertically: "Flip Vertically"
    case .crop: "Crop…"
    case .turnPixels: "Apply Rotation to Pixels"
    case .export: "Export…"
    case .rate0: "No Stars"
    case .rate1: "1 Star"
    case .rate2: "2 Stars"
    case .rate3: "3 Stars"
    case .rate4: "4 Stars"
    case .rate5: "5 Stars"
    case .pick: "Pick"
    case .reject: "Reject"
    case .unflag: "Remove Flag"
    case .labelRed: "Red Label"
    case .labelYellow: "Yellow Label"
    case .labelGreen: "Green Label"
    case .labelBlue: "Blue Label"
    case .labelPurple: "Purple Label"
    case .toggleCulling: "Culling Mode (single keys)"
    case .inspectPixels: "Inspect Pixels"
    case .copyColor: "Copy Color of Pixel"
    case .overviewMap: "Overview Map"
    case .onlyPicks: "Only Picks"
    case .hideRejected: "Hide Rejected"
    case .onlyUnmarked: "Only Unmarked"
    case .threeStars: "3 Stars and More"
    case .anyMarks: "Photos with Any Marks"
    case .muteClip: "Mute"
    case .loopClip: "Loop Clip"
    case .clipBackward: "Back 5 Seconds"
    case .clipForward: "Forward 5 Seconds"
    case .escape: "Leave Fullscreen or Close"
    case .back: "Back"
    case .close: "Close"
    case .quit: "Quit"
    }
  }

  /// Whether a held key repeats the command. Commands that change files or lead to another scene,
  /// where the same key may have another meaning, need a separate press each time.
  var repeats: Bool {
    switch self {
    case .cut, .paste: false
    case .delete, .deletePermanently, .undo, .redo, .toggleCulling, .lockZoom, .flickCompare: false
    case .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically: false
    case .compare, .linkPanes, .swapPanes, .promotePane, .rejectPane: false
    case .onlyPicks, .hideRejected, .onlyUnmarked, .threeStars, .anyMarks: false
    case .rename, .duplicate, .newFolder, .undoHistory: false
    case .openWith, .showInFileManager, .setWallpaper, .print, .send, .recentFolders,
      .clearRecentFolders, .newTab, .keepTab, .closeTab:
      false
    case .crop, .turnPixels, .export: false
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .pick, .reject, .unflag, .labelRed,
      .labelYellow, .labelGreen, .labelBlue, .labelPurple:
      false
    case .slideshowOptions, .escape, .back, .close, .quit, .open, .goToNumber, .toggleFullscreen,
      .contextMenu,
      .showKeys, .customizeKeys, .preferences, .saveCopy, .copyTo, .moveTo, .pageEffects,
      .openFolder,
      .includeSubfolders, .nextFolder, .previousFolder:
      false
    default: true
    }
  }
}
