public import Drawing
import Geometry
public import Pixels

/// The arrangement of frames in rows, in reading order, in one picture.
public enum Filmstrip {
  /// Draws frames in rows of `columns`, scaled by `scale`, with gaps in pixels on a background.
  public static func picture(
    of frames: [Bitmap], columns: Int, scale: Double = 1, gap: Int = 4,
    background: Color = Color(white: 0.35)
  ) -> Bitmap {
    let cell = frames.reduce((w: 1, h: 1)) {
      (max($0.w, $1.size.width), max($0.h, $1.size.height))
    }
    let width = Int((Double(cell.w) * scale).rounded())
    let height = Int((Double(cell.h) * scale).rounded())
    let columns = max(1, min(columns, frames.count))
    let rows = (frames.count + columns - 1) / columns
    return Bitmap.drawn(
      columns * (width + gap) + gap, rows * (height + gap) + gap, isOpaque: true
    ) { canvas in
      canvas.clear(canvas.bounds, to: background)
      for (index, frame) in frames.enumerated() {
        let rect = Rect(
          x: Double(gap + index % columns * (width + gap)),
          y: Double(gap + index / columns * (height + gap)),
          width: Double(frame.size.width) * scale, height: Double(frame.size.height) * scale)
        canvas.draw(frame, in: rect, filter: .high)
      }
    }
  }
}
