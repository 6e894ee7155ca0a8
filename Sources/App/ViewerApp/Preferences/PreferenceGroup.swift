import Localization

/// A section of the sheet of preferences; the cases are in the order of the sheet.
enum PreferenceGroup: CaseIterable {
  case pages, zoom, pointer, slideshow, grid, photos, appearance, keys, startup, limits

  /// The heading of the section in the user's language.
  var title: String {
    switch self {
    case .pages: tr("Pages", context: "group of preferences")
    case .zoom: tr("Zoom", context: "group of preferences")
    case .pointer: tr("Mouse and Touch", context: "group of preferences")
    case .slideshow: tr("Slideshow", context: "group of preferences")
    case .grid: tr("Grid", context: "group of preferences")
    case .photos: tr("Photos of Several Files, Marks", context: "group of preferences")
    case .appearance: tr("Appearance", context: "group of preferences")
    case .keys: tr("Keys", context: "group of preferences")
    case .startup: tr("Start and Privacy", context: "group of preferences")
    case .limits: tr("Memory and Limits", context: "group of preferences")
    }
  }
}
