import Geometry
import Views

/// The menu and the sheets over the scenes of a window. At most one menu and one sheet are open; a
/// sheet with running work waits while another one is open.
final class WindowPanels {
  /// The open menu; nil for none.
  private(set) var menu: MenuView?
  /// The open sheet; nil for none.
  private(set) var sheet: BottomSheet?

  private let stage: Stage
  /// The sheets with running work that are hidden while another sheet is open, the one hidden last
  /// at the end.
  private var waitingSheets: [BottomSheet] = []

  init(on stage: Stage) { self.stage = stage }

  /// Whether a menu or a sheet is open and waits for the user.
  var isOpen: Bool { menu != nil || sheet != nil }

  /// The sheets with running work: the open sheet if it shows running work, and those that are
  /// hidden while another sheet is open.
  var sheetsWithRunningWork: [BottomSheet] {
    [sheet].compactMap(\.self).filter(\.showsWorkInProgress) + waitingSheets
  }

  /// Shows a menu with one of its corners at a point in the stage's coordinates, and closes any
  /// other menu. Assistive programs are told the title, if it is not empty.
  func showMenu(
    _ items: [MenuItem], at point: Point, corner: MenuView.PanelAnchor, title: String
  ) -> MenuView {
    menu?.close()
    let menu = MenuView(items, at: point, corner: corner, title: title)
    menu.onClose = { [weak self] in self?.menu = nil }
    self.menu = menu
    menu.open(on: stage)
    return menu
  }

  func closeMenu() { menu?.close() }

  /// Closes the open sheet, unless it shows running work, because another scene is on top.
  func sceneDidChange() {
    if sheet?.showsWorkInProgress != true { sheet?.close() }
  }

  /// Slides a sheet in and closes any other one. A sheet that shows running work is hidden instead
  /// while other sheets are open, and reappears when these have closed.
  func present(_ sheet: BottomSheet) {
    let (onLeave, onClose) = (sheet.onLeave, sheet.onClose)
    sheet.onLeave = { [weak self, weak sheet] in
      if self?.sheet === sheet { self?.sheet = nil }
      self?.waitingSheets.removeAll { $0 === sheet }
      onLeave()
    }
    sheet.onClose = { [weak self] in
      onClose()
      self?.showWaitingSheet()
    }
    if sheet.showsWorkInProgress, let front = self.sheet, !front.showsWorkInProgress {
      sheet.hideForAnotherSheet()
      return waitingSheets.append(sheet)
    }
    menu?.close()
    // The loop covers sheets that present another sheet when they close.
    while let former = self.sheet {
      if former.showsWorkInProgress {
        self.sheet = nil
        waitingSheets.append(former)
        former.hideForAnotherSheet()
      } else {
        former.close()
        if self.sheet === former { break }
      }
    }
    self.sheet = sheet
    sheet.open(on: stage)
  }

  /// Shows the sheet with running work that was hidden last, unless another sheet is open.
  private func showWaitingSheet() {
    guard sheet == nil, let waiting = waitingSheets.popLast() else { return }
    menu?.close()
    sheet = waiting
    waiting.open(on: stage)
  }
}
