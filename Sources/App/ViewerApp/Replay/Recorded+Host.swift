import BrowserHost
import Pixels
import Recordings

extension RecordedLine.Desktop {
  /// The current settings of the desktop, and the size in device pixels of the monitor on which the
  /// window is.
  init(of window: any HostWindow) {
    let desktop = window.desktop
    self.init()
    scale = desktop.uiScale
    screen = desktop.monitorSize(under: window.frameOnScreen)
    hasAnimations = desktop.areAnimationsEnabled
    isCompositing = desktop.isCompositing
    hasScaledText = desktop.hasScaledText
    doubleClickTime = desktop.doubleClickTime
    dragThreshold = desktop.dragThreshold
    theme = desktop.widgetThemeName
  }
}

extension RecordedLine.Input {
  /// The recorded form of an input from the window system.
  init(_ input: HostInput) {
    switch input {
    case .event(let event): self = .event(event)
    case .size(let size): self = .size(width: size.width, height: size.height)
    case .frame(let frame): self = .frame(frame)
    case .visibility(let isOn): self = .visibility(isOn)
    case .focus(let isOn): self = .focus(isOn)
    case .fullscreen(let isOn): self = .fullscreen(isOn)
    case .compositing(let isOn): self = .compositing(isOn)
    case .desktopSettings: self = .settingsChanged
    case .monitorProfile: self = .profileChanged
    case .exposure: self = .areaExposed
    case .close: self = .closeRequested
    }
  }

  /// The input from the window system; nil for an input of another origin, such as a timer.
  var hostInput: HostInput? {
    switch self {
    case .event(let event): .event(event)
    case .size(let width, let height): .size(PixelSize(width: width, height: height))
    case .frame(let frame): .frame(frame)
    case .visibility(let isOn): .visibility(isVisible: isOn)
    case .focus(let isOn): .focus(isFocused: isOn)
    case .fullscreen(let isOn): .fullscreen(isFullscreen: isOn)
    case .compositing(let isOn): .compositing(isCompositing: isOn)
    case .settingsChanged: .desktopSettings
    case .profileChanged: .monitorProfile
    case .areaExposed: .exposure
    case .closeRequested: .close
    case .timersDue, .workEnded, .diskAnswered, .watchReadable, .helper, .web, .player: nil
    }
  }
}
