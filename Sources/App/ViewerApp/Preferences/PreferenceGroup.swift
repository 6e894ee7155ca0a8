/// A section of the sheet of preferences, in display order.
enum PreferenceGroup: CaseIterable {
  case pages, zoom, pointer, slideshow, grid, photos, appearance, keys, startup, limits

  /// The heading of the section.
  var title: String {
    switch self {
    case .pages: "Pages"
    case .zoom: "Zoom"
    case .pointer: "Mouse and Touch"
    case .slideshow: "Slideshow"
    case .grid: "Grid"
    case .photos: "Photos of Several Files, Marks"
    case .appearance: "Appearance"
    case .keys: "Keys"
    case .startup: "Start and Privacy"
    case .limits: "Memory and Limits"
    }
  }
}
