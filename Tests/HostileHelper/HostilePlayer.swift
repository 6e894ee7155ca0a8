import CLinux
import ClipWire
import Pixels

/// A player that opens every clip and then floods the viewer with positions or frames, according to
/// `mode`.
struct HostilePlayer {
  let mode: String

  func run() {
    var buffer = [UInt8](repeating: 0, count: ClipWireFormat.maxMessageBytes)
    while true {
      var descriptor: Int32 = -1
      var count: Int32 = 1
      let length = helper_receive(Flood.socket, &buffer, buffer.count, &descriptor, &count)
      guard length > 0, let command = try? ClipWireReader.command(from: Array(buffer[..<length]))
      else { return }
      switch command {
      case .open:
        let size = PixelSize(width: 640, height: 480)
        send(.opened(ClipInfo(size: size, duration: 100, hasSound: false)))
        if mode == "player positions" { flood(.position(seconds: 1)) }
      case .surface(let surface):
        if mode == "player frames" { flood(.frame(ClipFrame(surfaceID: surface.id, slot: 0))) }
      default: break
      }
    }
  }

  private func send(_ report: ClipReport) {
    let bytes = ClipWireWriter.encode(report)
    _ = helper_send(Flood.socket, bytes, bytes.count, -1)
  }

  private func flood(_ report: ClipReport) {
    Flood(message: ClipWireWriter.encode(report), descriptor: -1).run()
  }
}
