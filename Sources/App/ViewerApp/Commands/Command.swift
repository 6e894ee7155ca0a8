import Localization

/// A command of the viewer that the user gives by a key, a menu item or a button.
nonisolated enum Command: String, CaseIterable, Sendable {
  case next, previous, nextScreen, previousScreen, first, last, forwardTen, backTen, goToNumber
  case zoomIn, zoomOut, zoomInFinely, zoomOutFinely
  case zoomToFit, zoomToActual, zoomToDouble, zoomToTriple, toggleActual
  case fitShrinking, fitWhole, fitWidth, fitHeight, fitFill
  case panLeft, panRight, panUp, panDown, edgeLeft, edgeRight, edgeUp, edgeDown
  case lockZoom, flickCompare
  case singlePage, twoPages, continuousPages
  case toggleMagnification, toggleTransparency, pageEffects, toggleFilmstrip
  case slideshow, slideshowOptions, toggleLooping
  case frameBack, frameForward, togglePlaying
  case toggleFullscreen, toggleControls, reload, contextMenu, showKeys, customizeKeys
  case openWith, showInFileManager, setWallpaper, print, send
  case recentFolders, clearRecentFolders, newTab, keepTab, closeTab
  case rename, duplicate, newFolder, undoHistory
  case info, cut, copy, paste, copyPath, saveCopy, copyTo, moveTo, preferences
  case copyAgain, moveAgain
  case delete, deletePermanently, deleteRejected, undo, redo
  case open, preview, largerCells, smallerCells, defaultCells, toggleWholeCells, toggleNames
  case selectAll, invertSelection, deselectAll, selectPicks
  case sortByName, sortByDate, sortByTaken, sortBySize, reverseOrder
  case groupByFolder, groupByDay, groupByMonth, groupByYear
  case nextTab, previousTab
  case openFolder, includeSubfolders, find, goToDate, nextFolder, previousFolder
  case muteClip, loopClip, clipBackward, clipForward
  case developRaw, markClipping, nextLeaf, previousLeaf, toggleLeafStrip
  case exposeBrighter, exposeDarker, exposeNormally
  case compare, linkPanes, swapPanes, promotePane, rejectPane, nextPane, previousPane
  case rotateRight, rotateLeft, flipHorizontally, flipVertically
  case crop, turnPixels, export
  case rate0, rate1, rate2, rate3, rate4, rate5, pick, reject, unflag
  case labelRed, labelYellow, labelGreen, labelBlue, labelPurple, toggleCulling
  case inspectPixels, copyColor, overviewMap
  case onlyPicks, onlyRejected, hideRejected, onlyUnmarked, threeStars, anyMarks, allPhotos
  case escape, back, close, quit

  /// The title of the command in menus and in the list of keyboard shortcuts, in the user's
  /// language.
  var title: String {
    switch self {
    // TRANSLATORS: the titles of commands, in menus and in the list of keys. “Next” to “Last” are
    // photos; “Fit” is the zoom at which the whole photo is visible.
    case .next: tr("Next")
    case .previous: tr("Previous")
    case .nextScreen: tr("Next Screen or Picture")
    case .previousScreen: tr("Previous Screen or Picture")
    case .first: tr("First")
    case .last: tr("Last")
    case .forwardTen: tr("Forward 10")
    case .backTen: tr("Back 10")
    case .goToNumber: tr("Go to Number")
    case .zoomIn: tr("Zoom In")
    case .zoomOut: tr("Zoom Out")
    case .zoomInFinely: tr("Zoom In Slightly")
    case .zoomOutFinely: tr("Zoom Out Slightly")
    case .zoomToFit: tr("Fit", context: "zoom")
    case .zoomToActual: tr("Actual Size")
    case .zoomToDouble: "200 %"
    case .zoomToTriple: "300 %"
    case .toggleActual: tr("Toggle Fit and 100 % (hold to peek)")
    case .fitShrinking: tr("Fit (Do Not Enlarge)")
    case .fitWhole: tr("Fit (Enlarge)")
    case .fitWidth: tr("Fit Width")
    case .fitHeight: tr("Fit Height")
    case .fitFill: tr("Fill", context: "zoom")
    case .panLeft: tr("Pan Left")
    case .panRight: tr("Pan Right")
    case .panUp: tr("Pan Up")
    case .panDown: tr("Pan Down")
    case .edgeLeft: tr("Pan to Left Edge")
    case .edgeRight: tr("Pan to Right Edge")
    case .edgeUp: tr("Pan to Top")
    case .edgeDown: tr("Pan to Bottom")
    case .lockZoom: tr("Lock Zoom and Position")
    // TRANSLATORS: how pages are put together for reading.
    case .singlePage: tr("Single Page")
    case .twoPages: tr("Two Pages")
    case .continuousPages: tr("Continuous", context: "reading")
    // TRANSLATORS: shows the photo before as long as the key is held.
    case .flickCompare: tr("Compare with the Photo Before (hold)")
    case .toggleMagnification: tr("Pixel Smoothing")
    case .toggleTransparency: tr("Next Background Behind Transparency")
    case .pageEffects: tr("Page Effects…")
    case .toggleFilmstrip: tr("Filmstrip")
    case .slideshow: tr("Slideshow")
    case .slideshowOptions: tr("Slideshow Options…")
    case .toggleLooping: tr("Loop")
    case .frameBack: tr("Previous Frame")
    case .frameForward: tr("Next Frame")
    case .togglePlaying: tr("Play/Pause")
    case .toggleFullscreen: tr("Fullscreen")
    case .toggleControls: tr("Show Controls")
    case .reload: tr("Reload")
    case .contextMenu: tr("Open Menu")
    case .showKeys: tr("Keyboard Shortcuts")
    case .customizeKeys: tr("Change Keys…")
    case .info: tr("Information")
    case .cut: tr("Cut")
    case .copy: tr("Copy")
    case .paste: tr("Paste")
    case .copyPath: tr("Copy Path")
    case .saveCopy: tr("Save Copy As…")
    case .copyTo: tr("Copy to Folder…")
    case .moveTo: tr("Move to Folder…")
    case .copyAgain: tr("Copy to the Last Folder")
    case .moveAgain: tr("Move to the Last Folder")
    case .rename: tr("Rename…")
    case .undoHistory: tr("Undo History…")
    case .duplicate: tr("Duplicate")
    case .newFolder: tr("New Folder with Selection…")
    case .openWith: tr("Open With…")
    case .showInFileManager: tr("Show in File Manager")
    case .setWallpaper: tr("Set as Wallpaper")
    case .print: tr("Print…")
    case .send: tr("Send by E-mail…")
    case .recentFolders: tr("Recent Folders…")
    case .clearRecentFolders: tr("Clear Recent Folders")
    case .newTab: tr("New Tab…")
    case .keepTab: tr("Keep Tab")
    case .closeTab: tr("Close Tab")
    case .preferences: tr("Preferences…")
    case .delete: tr("Move to Trash")
    case .deletePermanently: tr("Delete Permanently…")
    // TRANSLATORS: moves all photos that are marked as rejected to the trash.
    case .deleteRejected: tr("Move Rejected to Trash")
    case .undo: tr("Undo")
    case .redo: tr("Redo")
    case .open: tr("Open", context: "command")
    case .preview: tr("Quick Preview (hold)")
    case .largerCells: tr("Larger Thumbnails")
    case .smallerCells: tr("Smaller Thumbnails")
    case .defaultCells: tr("Default Thumbnail Size")
    case .toggleWholeCells: tr("Show Whole Photos")
    case .toggleNames: tr("Show File Names")
    case .selectAll: tr("Select All")
    case .invertSelection: tr("Invert Selection")
    case .deselectAll: tr("Deselect All")
    case .selectPicks: tr("Select Picks")
    case .sortByName: tr("Sort by Name")
    case .sortByDate: tr("Newest First")
    case .sortByTaken: tr("Sort by Date Taken")
    case .sortBySize: tr("Largest First")
    case .reverseOrder: tr("Reverse Order")
    case .groupByFolder: tr("Group by Folder")
    case .groupByDay: tr("Group by Day")
    case .groupByMonth: tr("Group by Month")
    case .groupByYear: tr("Group by Year")
    case .find: tr("Find…")
    case .goToDate: tr("Go to Date…")
    case .openFolder: tr("Open Folder…")
    case .includeSubfolders: tr("Include Subfolders")
    case .nextFolder: tr("Next Folder")
    case .previousFolder: tr("Previous Folder")
    case .nextTab: tr("Next Tab")
    case .previousTab: tr("Previous Tab")
    case .developRaw: tr("Switch JPEG, RAW and Developed")
    case .markClipping: tr("Mark Clipped Areas")
    case .exposeBrighter: tr("Brighter by One Stop")
    case .exposeDarker: tr("Darker by One Stop")
    case .exposeNormally: tr("Original Exposure")
    case .nextLeaf: tr("Next Page of the File")
    case .previousLeaf: tr("Previous Page of the File")
    case .toggleLeafStrip: tr("Pages of the File")
    case .compare: tr("Compare")
    case .linkPanes: tr("Link Zoom and Place")
    case .swapPanes: tr("Swap")
    case .promotePane: tr("Choose and Compare with Next")
    case .rejectPane: tr("Reject and Compare with Next")
    case .nextPane: tr("Next Pane")
    case .previousPane: tr("Previous Pane")
    case .rotateRight: tr("Rotate Right")
    case .rotateLeft: tr("Rotate Left")
    case .flipHorizontally: tr("Flip Horizontally")
    case .flipVertically: tr("Flip Vertically")
    case .crop: tr("Crop…")
    case .turnPixels: tr("Apply Rotation to Pixels")
    case .export: tr("Export…")
    case .rate0: tr("No Stars")
    case .rate1: tr("1 Star")
    case .rate2: tr("2 Stars")
    case .rate3: tr("3 Stars")
    case .rate4: tr("4 Stars")
    case .rate5: tr("5 Stars")
    // TRANSLATORS: a picked photo is a keeper, a rejected one is to be deleted; as in Lightroom.
    case .pick: tr("Pick")
    case .reject: tr("Reject")
    case .unflag: tr("Remove Flag")
    case .labelRed: tr("Red Label")
    case .labelYellow: tr("Yellow Label")
    case .labelGreen: tr("Green Label")
    case .labelBlue: tr("Blue Label")
    case .labelPurple: tr("Purple Label")
    // TRANSLATORS: culling is choosing the best photos of a shoot.
    case .toggleCulling: tr("Culling Mode (single keys)")
    case .inspectPixels: tr("Inspect Pixels")
    case .copyColor: tr("Copy Color of Pixel")
    case .overviewMap: tr("Overview Map")
    case .onlyPicks: tr("Only Picks")
    case .onlyRejected: tr("Only Rejected")
    case .hideRejected: tr("Hide Rejected")
    case .onlyUnmarked: tr("Only Unmarked")
    case .threeStars: tr("3 Stars and More")
    // TRANSLATORS: removes the filter by marks, so that photos with and without marks are shown.
    case .anyMarks: tr("Photos, Marked or Not")
    // TRANSLATORS: shows all photos again, without a filter.
    case .allPhotos: tr("All Photos")
    case .muteClip: tr("Mute")
    case .loopClip: tr("Loop Clip")
    case .clipBackward: tr("Back 5 Seconds")
    case .clipForward: tr("Forward 5 Seconds")
    case .escape: tr("Leave Fullscreen or Close")
    case .back: tr("Back")
    case .close: tr("Close")
    case .quit: tr("Quit")
    }
  }

  /// Whether the command is performed repeatedly while its key is held. It is false for commands
  /// that change files, and for those that lead to another scene, where the same key may have
  /// another meaning.
  var repeats: Bool {
    switch self {
    case .cut, .paste: false
    case .delete, .deletePermanently, .deleteRejected, .undo, .redo: false
    case .toggleCulling, .lockZoom, .flickCompare: false
    case .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically: false
    case .compare, .linkPanes, .swapPanes, .promotePane, .rejectPane: false
    case .onlyPicks, .onlyRejected, .hideRejected, .onlyUnmarked, .threeStars, .anyMarks,
      .allPhotos:
      false
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
      .showKeys, .customizeKeys, .preferences, .saveCopy, .copyTo, .moveTo, .copyAgain, .moveAgain,
      .pageEffects,
      .openFolder,
      .includeSubfolders, .nextFolder, .previousFolder:
      false
    default: true
    }
  }
}
