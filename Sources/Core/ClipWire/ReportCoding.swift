public import Wire

extension ClipWireWriter {
  /// The bytes of the message that carries `report`.
  public static func encode(_ report: ClipReport) -> [UInt8] {
    var out = FieldWriter(ClipWireFormat.message)
    switch report {
    case .ready(let hasBroker):
      out.write(ClipWireFormat.ReportTag.ready)
      out.write(hasBroker)
    case .opened(let info):
      out.write(ClipWireFormat.ReportTag.opened)
      out.write(info.size)
      out.write(info.duration != nil)
      out.write(seconds: info.duration ?? 0)
      out.write(info.hasSound)
    case .frame(let frame):
      out.write(ClipWireFormat.ReportTag.frame)
      out.write(frame.surfaceID)
      out.write(UInt8(clamping: frame.slot))
    case .position(let seconds):
      out.write(ClipWireFormat.ReportTag.position)
      out.write(seconds: seconds)
    case .ended: out.write(ClipWireFormat.ReportTag.ended)
    case .failed(let failure):
      out.write(ClipWireFormat.ReportTag.failed)
      out.write(failure.kind)
      out.write(text: failure.detail)
    }
    return out.bytes
  }
}

extension ClipWireReader {
  /// The report in `bytes`, which must contain exactly one message.
  ///
  /// - Throws: ``WireError`` when the bytes are no valid report.
  public static func report(from bytes: [UInt8]) throws(WireError) -> ClipReport {
    var input = try FieldReader(bytes, ClipWireFormat.message)
    let report: ClipReport =
      switch try input.value(ClipWireFormat.ReportTag.self, "tag") {
      case .ready: .ready(hasBroker: try input.flag("flag"))
      case .opened: .opened(try input.info())
      case .frame:
        .frame(ClipFrame(surfaceID: try input.integer(UInt32.self), slot: try input.slot()))
      case .position: .position(seconds: try input.seconds())
      case .ended: .ended
      case .failed:
        .failed(
          ClipFailure(
            try input.value(ClipFailure.Kind.self, "failure"), detail: try input.sentence("text")))
      }
    try input.finish()
    return report
  }
}

extension FieldReader {
  fileprivate mutating func info() throws(WireError) -> ClipInfo {
    let size = try size()
    let isKnown = try flag("flag")
    let duration = try seconds()
    return ClipInfo(
      size: size, duration: isKnown ? duration : nil, hasSound: try flag("flag"))
  }
}
