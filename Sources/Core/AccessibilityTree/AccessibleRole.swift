/// The role of an accessible element; the raw value is its number in AT-SPI.
///
/// - Source: at-spi2-core, `atspi-constants.h`.
package enum AccessibleRole: UInt32, CaseIterable, Hashable, Sendable {
  case checkMenuItem = 8
  case comboBox = 11
  case dialog = 16
  case frame = 23
  case image = 27
  case label = 29
  case list = 31
  case listItem = 32
  case menu = 33
  case menuItem = 35
  case pageTab = 37
  case pageTabList = 38
  case panel = 39
  case progressBar = 42
  case pushButton = 43
  case separator = 50
  case slider = 51
  case statusBar = 54
  case toggleButton = 62
  case toolBar = 63
  case toolTip = 64
  case application = 75
  case entry = 79
  case heading = 83
  case listBox = 98
  case notification = 101
  case infoBar = 102
  case titleBar = 104
  case video = 107

  /// The English name of the role, as in AT-SPI.
  package var name: String {
    switch self {
    case .checkMenuItem: "check menu item"
    case .comboBox: "combo box"
    case .dialog: "dialog"
    case .frame: "frame"
    case .image: "image"
    case .label: "label"
    case .list: "list"
    case .listItem: "list item"
    case .menu: "menu"
    case .menuItem: "menu item"
    case .pageTab: "page tab"
    case .pageTabList: "page tab list"
    case .panel: "panel"
    case .progressBar: "progress bar"
    case .pushButton: "push button"
    case .separator: "separator"
    case .slider: "slider"
    case .statusBar: "status bar"
    case .toggleButton: "toggle button"
    case .toolBar: "tool bar"
    case .toolTip: "tool tip"
    case .application: "application"
    case .entry: "entry"
    case .heading: "heading"
    case .listBox: "list box"
    case .notification: "notification"
    case .infoBar: "info bar"
    case .titleBar: "title bar"
    case .video: "video"
    }
  }
}
