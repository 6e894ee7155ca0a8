import BrowserHost
import Localization
import Views

/// The sheet with the name of one photo. Errors are explained while the name is typed.
final class RenameSheet: BottomSheet {
  /// Called with the plan when the name is confirmed; not for an unchanged name.
  var onRename: (Renaming.Plan) -> Void = { _ in }

  private let photo: Renaming.Photo
  private let field: TextField
  private let note = FormText()
  private let warning = FormText()
  private let renameButton = PillButton(tr("Rename"))
  private let cancelButton = PillButton(tr("Cancel"))
  private var checks = Checks()
  /// The plan with the name whose check has ended without a problem.
  private var accepted: Renaming.Plan?

  init(_ photo: Renaming.Photo) {
    self.photo = photo
    let name = String(decoding: photo.shown.name, as: UTF8.self)
    field = TextField(name, label: tr("Name"))
    super.init(
      tr("Rename"), items: [field, note, warning, FormButtons([cancelButton, renameButton])])
    let end = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    field.select(0..<name[..<end].count)
    warning.isWarning = true
    let others = photo.files.count - 1
    if others > 0 {
      note.text =
        trn(
          "Another file of the photo is renamed, too.",
          "{count} other files of the photo are renamed, too.", count: others)
    }
    cancelButton.isQuiet = true
    cancelButton.action = { [weak self] in self?.close() }
    renameButton.action = { [weak self] in self?.commit() }
    field.onChange = { [weak self] in self?.check() }
    field.onCommit = { [weak self] in self?.commit() }
  }

  private var plan: Renaming.Plan {
    let typed = Array(field.text.utf8)
    // A name that is not UTF-8 is shown with replacement characters, which are not written.
    let isUntouched = field.text == String(decoding: photo.shown.name, as: UTF8.self)
    return Renaming.plan(photo, name: isUntouched ? photo.shown.name : typed)
  }

  /// Checks the typed name, first by rules that do not need the disk.
  private func check(then done: @escaping () -> Void = {}) {
    let plan = plan
    let request = checks.begin()
    guard plan.problem == nil else { return show(plan) }
    WorkerThread.run {
      Renaming.checked([plan]).first ?? plan
    } finish: { [weak self] plan in
      guard let self, checks.isLatest(request) else { return }
      show(plan)
      done()
    }
  }

  private func show(_ plan: Renaming.Plan) {
    accepted = plan.problem == nil ? plan : nil
    warning.text = plan.problem?.sentence ?? ""
    renameButton.isEnabled = plan.problem == nil
    panelDidChange()
  }

  private func commit() {
    check { [weak self] in
      guard let self, !isLeaving, let plan = accepted else { return }
      close()
      if plan.isChange { onRename(plan) }
    }
  }
}

/// The numbers of asynchronous checks of a name, so that results of earlier checks are discarded.
struct Checks {
  private var latest = 0

  /// Begins a check, and returns its number.
  mutating func begin() -> Int {
    latest += 1
    return latest
  }

  /// Whether no later check than the one with this number has begun.
  func isLatest(_ number: Int) -> Bool { number == latest }
}
