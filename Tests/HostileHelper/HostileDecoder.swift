import CLinux
import DecoderWire
import Pixels

/// A decoder that misbehaves according to `mode` and answers all other requests with a failure.
struct HostileDecoder {
  let mode: String

  private static let small = PixelSize(width: 64, height: 48)
  private static let large = PixelSize(width: 4000, height: 3000)
  private static let hugeBytes = 3 << 30

  func run() {
    var buffer = [UInt8](repeating: 0, count: DecoderWireFormat.maxMessageBytes)
    while true {
      var descriptors: [Int32] = [-1, -1, -1]
      var count = Int32(descriptors.count)
      let length = helper_receive(Flood.socket, &buffer, buffer.count, &descriptors, &count)
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      guard length > 0, let request = try? DecoderWireReader.request(from: Array(buffer[..<length]))
      else { return }
      answer(request)
    }
  }

  private func answer(_ request: DecodeRequest) {
    switch (mode, request.kind) {
    // The frame count exceeds the limit.
    case ("frames-max", .exact): picture(request, Self.small, frames: .max)
    // The frame count is at the limit, with frames so large that each evicts others from the cache.
    case ("frames-limit", .exact): picture(request, Self.large, frames: request.limits.frames)
    case ("frames-limit", .frames): frames(request)
    case ("flood", .exact): flood(with: partial(request))
    case ("idle-flood", .exact):
      picture(request, Self.small, frames: 1)
      let other = DecodeReply(id: request.id + 1, result: .failed(DecodeFailure(.damaged)))
      Flood(message: DecoderWireWriter.encode(other), descriptor: -1).run()
    case ("thumbnail-huge", .thumbnail): thumbnail(request)
    default: send(request, .failed(DecodeFailure(.damaged)), -1)
    }
  }

  private func info(_ natural: PixelSize, frames: Int = 1) -> DecodeReply.Info {
    DecodeReply.Info(naturalSize: natural, format: "GIF", frames: frames)
  }

  private func layout(_ size: PixelSize) -> DecodeReply.PixelLayout {
    let stride = CheckedSize.byteCount(size)?.stride ?? 0
    return DecodeReply.PixelLayout(size: size, stride: stride, isOpaque: true)
  }

  private func picture(_ request: DecodeRequest, _ natural: PixelSize, frames: Int) {
    let layout = layout(request.fittedSize(of: natural))
    send(
      request, .pixels(info(natural, frames: frames), layout), memory(bytes: layout.byteCount))
  }

  private func frames(_ request: DecodeRequest) {
    guard let wanted = request.frames else { return }
    let layout = layout(request.fittedSize(of: Self.large))
    let batch = FrameBatch(
      firstIndex: wanted.firstIndex,
      durationsMilliseconds: [Int](repeating: 20, count: wanted.count),
      iterationCount: .max, layout: layout)
    send(
      request, .frames(info(Self.large, frames: request.limits.frames), batch),
      memory(bytes: layout.byteCount * wanted.count))
  }

  private func thumbnail(_ request: DecodeRequest) {
    let info = DecodeReply.ThumbnailInfo(
      naturalSize: Self.large, source: .decoded, format: "PNG", frames: 1)
    let layout = layout(request.fittedSize(of: Self.large))
    send(request, .thumbnail(info, layout), memory(bytes: Self.hugeBytes))
  }

  private func partial(_ request: DecodeRequest) -> DecodeReply {
    let layout = layout(request.fittedSize(of: Self.large))
    return DecodeReply(id: request.id, result: .partial(info(Self.large), layout))
  }

  private func flood(with reply: DecodeReply) {
    guard case .partial(_, let layout) = reply.result else { return }
    Flood(message: DecoderWireWriter.encode(reply), descriptor: memory(bytes: layout.byteCount))
      .run()
  }

  private func send(_ request: DecodeRequest, _ result: DecodeReply.Result, _ memory: Int32) {
    let bytes = DecoderWireWriter.encode(DecodeReply(id: request.id, result: result))
    _ = helper_send(Flood.socket, bytes, bytes.count, memory)
    if memory >= 0 { close(memory) }
  }

  /// Sealed shared memory as in a valid reply. Its pages are untouched and take no memory.
  private func memory(bytes: Int) -> Int32 {
    let number = memfd_create("hostile", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    _ = ftruncate(number, off_t(bytes))
    _ = linux_add_seals(number, F_SEAL_SHRINK | F_SEAL_GROW)
    return number
  }
}
