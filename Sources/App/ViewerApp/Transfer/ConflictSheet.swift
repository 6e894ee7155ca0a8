import BrowserHost
import Localization
import PhotoBrowser
import Views

/// The sheet that asks whether a photo of which a file exists in the target folder is skipped,
/// replaces the existing one or gets another name. It shows both files with size and date.
final class ConflictSheet: BottomSheet {
  /// The sizes and dates of a new file and of the existing file with the same name; nil where a
  /// file cannot be examined.
  nonisolated struct Stamps: Hashable, Sendable {
    var existing: FileStamp?
    var new: FileStamp?

    /// Reads the size and date of the first file that exists at a new path of the plan, and those
    /// of the file that would get this path. The call waits for the disk.
    init(_ plan: Transfer.Plan) {
      guard let file = plan.conflictingFile else { return }
      existing = FileState.read(file.to)?.stamp
      new = FileState.read(file.from)?.stamp
    }

    /// The description of one of the two files: its size, its date, and whether it is newer than or
    /// equal to `other`.
    static func text(_ stamp: FileStamp?, beside other: FileStamp?) -> String {
      guard let stamp else { return tr("unknown", context: "file") }
      var parts = ["\(ByteCount(Int(clamping: stamp.size)))"]
      PhotoFileFacts.dateText(stamp.seconds).map { parts.append($0) }
      if let other {
        if stamp.modified > other.modified { parts.append(tr("newer", context: "file")) }
        if stamp == other { parts.append(tr("same size and date")) }
      }
      return parts.joined(separator: " · ")
    }
  }

  /// Makes a sheet that asks about one photo of a transfer.
  ///
  /// - Parameters:
  ///   - name: the name of the photo.
  ///   - folder: the name of the target folder.
  ///   - others: the number of further photos with the same question.
  ///   - choose: called with the user's choice, and whether it applies to all of these photos.
  ///   - cancel: called when the sheet closes without a choice.
  init(
    _ name: String, in folder: String, _ pair: Stamps, others: Int,
    choose: @escaping (Transfer.ConflictResolution, _ isForAll: Bool) -> Void,
    cancel: @escaping () -> Void
  ) {
    let there = FormText(
      tr(
        "In “{folder}”: {facts}",
        ["folder": folder, "facts": Stamps.text(pair.existing, beside: pair.new)]))
    let new = FormText(
      tr("New file: {facts}", ["facts": Stamps.text(pair.new, beside: pair.existing)]))
    let forAll = SettingRow(
      trPlural(
        "For all {count} photo with this question", "For all {count} photos with this question",
        count: others + 1), isOn: false)
    forAll.isHidden = others == 0
    let note = FormText(tr("A replaced file goes to the trash."))
    let skip = PillButton(tr("Skip"))
    let replace = PillButton(tr("Replace"))
    let keep = PillButton(tr("Keep Both"))
    skip.isSecondary = true
    replace.isSecondary = true
    defaultButton = keep
    super.init(
      tr("“{name}” exists", ["name": name]),
      items: [there, new, note, forAll, FormButtons([skip, replace, keep])])
    var hasChosen = false
    for (button, conflict) in [
      (skip, Transfer.ConflictResolution.skip), (replace, .replace), (keep, .keepBoth),
    ] {
      button.action = { [weak self] in
        guard !hasChosen else { return }
        hasChosen = true
        self?.close()
        choose(conflict, forAll.choiceIndex == 1)
      }
    }
    onLeave = { if !hasChosen { cancel() } }
  }

  private let defaultButton: PillButton

  override var initialFocus: View? { defaultButton }
}
