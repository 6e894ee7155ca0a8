import BrowserHost
import Localization
import PhotoGrid
import Views

/// The sheet in which the user types a pattern for the names of several photos, with a list of the
/// new names.
final class RenameManySheet: BottomSheet {
  /// Called with the plans of all photos after the user has confirmed the names.
  var onRename: ([Renaming.Plan]) -> Void = { _ in }
  /// Called once, when a pattern uses facts that are in the files, such as the date taken;
  /// immediately when it is set after such a pattern was shown.
  var onNeedsRecords: () -> Void = {} {
    didSet { if hasAskedForRecords { onNeedsRecords() } }
  }
  /// Called when the new names are shown, with the number of names that have a problem.
  var onCheck: (_ problems: Int) -> Void = { _ in }

  private let photos: [Renaming.Photo]
  private var facts: [RenamePattern.Facts]
  /// The number of photos whose facts are not read yet. With a pattern that uses facts, the user
  /// cannot confirm before they are read.
  private var unreadCount: Int
  private let pattern: TextField
  private let find = TextField(label: tr("Find in the old name"))
  private let replacement = TextField(label: tr("Replace with"))
  private let help = FormText(RenamePattern.placeholderHelp)
  private let preview = RenamePreview()
  private let warning = FormText()
  private let renameButton = PillButton(tr("Rename"))
  private let cancelButton = PillButton(tr("Cancel"))
  private var plans: [Renaming.Plan] = []
  private var checkCounter = CheckCounter()
  private var hasAskedForRecords = false

  /// Makes a sheet for renaming several photos.
  ///
  /// - Parameters:
  ///   - facts: the facts about the photos, in their order.
  ///   - unreadCount: the number of photos whose facts are not read yet. Default: 0.
  ///   - text: the pattern that is shown at first.
  init(
    _ photos: [Renaming.Photo], facts: [RenamePattern.Facts], unreadCount: Int = 0,
    pattern text: String
  ) {
    self.photos = photos
    self.facts = facts
    self.unreadCount = unreadCount
    pattern = TextField(text, label: tr("Pattern"))
    super.init(
      trPlural("Rename {count} picture", "Rename {count} pictures", count: photos.count),
      items: [
        pattern, help, find, FormSpacer(), replacement, preview, warning,
        FormButtons([cancelButton, renameButton]),
      ])
    pattern.placeholder = tr("Pattern")
    pattern.select(0..<text.count)
    find.placeholder = tr("Find in the old name")
    replacement.placeholder = tr("Replace with")
    warning.isWarning = true
    cancelButton.isSecondary = true
    cancelButton.action = { [weak self] in self?.close() }
    renameButton.action = { [weak self] in self?.commit() }
    for field in [pattern, find, replacement] {
      field.onChange = { [weak self] in self?.update() }
      field.onCommit = { [weak self] in self?.commit() }
    }
    update()
  }

  var patternText: String { pattern.text }

  /// Updates the names with facts about the photos, in the order of the photos, and with the number
  /// of photos whose facts are not read yet.
  func setFacts(_ facts: [RenamePattern.Facts], unreadCount: Int) {
    self.facts = facts
    self.unreadCount = unreadCount
    update()
  }

  private func update(then done: @escaping () -> Void = {}) {
    let request = checkCounter.begin()
    var parsed: RenamePattern
    do { parsed = try RenamePattern(pattern.text) } catch {
      renameButton.isEnabled = false
      warning.isWarning = true
      warning.text = tr("The pattern cannot be used: {reason}.", ["reason": error.reason])
      return panelDidChange()
    }
    parsed.textToReplace = find.text
    parsed.replacement = replacement.text
    if parsed.needsRecords, !hasAskedForRecords {
      hasAskedForRecords = true
      onNeedsRecords()
    }
    let (photos, facts, pattern) = (photos, facts, parsed)
    let unread = parsed.needsRecords ? unreadCount : 0
    WorkerThread.run {
      Renaming.checkedOnDisk(Renaming.plans(photos, pattern, facts: facts))
    } finish: { [weak self] plans in
      guard let self, checkCounter.isLatest(request) else { return }
      show(plans, unread: unread)
      done()
    }
  }

  /// Shows the new names and the first problem.
  ///
  /// - Parameter unread: the number of photos whose names lack facts that are not read yet.
  private func show(_ plans: [Renaming.Plan], unread: Int) {
    self.plans = plans
    let problems = plans.filter { $0.problem != nil }
    preview.rows = plans.map {
      RenamePreview.Row(
        old: $0.photo.shown.displayName, new: $0.targetOfShownFile.displayName,
        isProblem: $0.problem != nil)
    }
    warning.isWarning = !problems.isEmpty
    warning.text =
      problems.first?.problem.map { problem in
        problems.count == 1
          ? problem.sentence
          : trPlural(
            "{problem} ({count} photo)", "{problem} ({count} photos)", count: problems.count,
            ["problem": problem.sentence])
      } ?? (unread > 0 ? Self.readingMessage(unread: unread, of: plans.count) : "")
    renameButton.isEnabled = problems.isEmpty && unread == 0 && plans.contains { $0.changesPaths }
    panelDidChange()
    onCheck(problems.count)
  }

  /// The message while the facts about some of the photos are read.
  private static func readingMessage(unread: Int, of count: Int) -> String {
    tr(
      "{pictures} · reading {count} more",
      [
        "pictures": NumberText.pictureCount(count),
        "count": NumberText.number(unread),
      ])
  }

  private func commit() {
    update { [weak self] in
      guard let self, !isLeaving, renameButton.isEnabled else { return }
      close()
      onRename(plans)
    }
  }
}
