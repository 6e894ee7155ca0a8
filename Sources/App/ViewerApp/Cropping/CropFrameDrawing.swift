import Cropping
import Drawing
import Geometry
import Views

/// The crop frame of the editor: its outline with eight handles, and the lines at its thirds.
struct CropFrameDrawing {
  /// The rectangle inside the outline, in device pixels.
  var frame: Rect
  var opacity: Double
  /// Whether the outline is drawn as the focus ring, in its colour and line width.
  var isFocusShown: Bool
  /// The number of device pixels in a point.
  var uiScale: Double

  /// The measures in points, and the colours.
  private enum Style {
    static let lineColor = Color(white: 1, alpha: 0.92)
    static let thirdsColor = Color(white: 1, alpha: 0.34)
    static let edgeColor = Color(white: 0, alpha: 0.35)
    /// The length and the line width of a handle, in points.
    static let (handle, handleWidth) = (22.0, 3.0)
  }

  /// The distance in device pixels to which handles and outline reach beyond the crop frame.
  ///
  /// - Parameter uiScale: the number of device pixels in a point.
  static func reach(at uiScale: Double) -> Double {
    (max(Style.handleWidth, Chrome.focusRingWidth) * uiScale).rounded(.up) + 1
  }

  func draw(in canvas: Canvas) {
    let (thirds, color) = (Style.thirdsColor.opacity(opacity), Style.lineColor.opacity(opacity))
    let line = Chrome.lineWidth(at: uiScale)
    for third in 1...2 {
      let x = (frame.minX + frame.width * Double(third) / 3).rounded()
      let y = (frame.minY + frame.height * Double(third) / 3).rounded()
      canvas.fill(Rect(x: x, y: frame.minY, width: line, height: frame.height), thirds)
      canvas.fill(Rect(x: frame.minX, y: y, width: frame.width, height: line), thirds)
    }
    outline(frame.inset(by: .all(-line)), line, Style.edgeColor.opacity(opacity), canvas)
    if isFocusShown {
      outline(
        frame, (Chrome.focusRingWidth * uiScale).rounded(), Chrome.focus.opacity(opacity), canvas)
    } else {
      outline(frame, line, color, canvas)
    }
    for handle in CropFrame.Handle.all { draw(handle, color, in: canvas) }
  }

  private func draw(_ handle: CropFrame.Handle, _ color: Color, in canvas: Canvas) {
    let length = min(Style.handle * uiScale, frame.width / 3, frame.height / 3).rounded()
    let width = (Style.handleWidth * uiScale).rounded()
    let x = handle.x < 0 ? frame.minX - width : handle.x > 0 ? frame.maxX : 0
    let y = handle.y < 0 ? frame.minY - width : handle.y > 0 ? frame.maxY : 0
    if handle.x != 0 {
      let start = handle.y < 0 ? y : handle.y > 0 ? y + width - length : frame.midY - length / 2
      canvas.fill(Rect(x: x, y: start.rounded(), width: width, height: length), color)
    }
    if handle.y != 0 {
      let start = handle.x < 0 ? x : handle.x > 0 ? x + width - length : frame.midX - length / 2
      canvas.fill(Rect(x: start.rounded(), y: y, width: length, height: width), color)
    }
  }

  private func outline(_ rect: Rect, _ width: Double, _ color: Color, _ canvas: Canvas) {
    for edge in rect.subtracting(rect.inset(by: .all(width))) { canvas.fill(edge, color) }
  }
}
