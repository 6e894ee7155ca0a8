import Geometry
import Pixels
public import Wire

extension DecoderWireWriter {
  /// The bytes of the message that carries `request`.
  public static func encode(_ request: DecodeRequest) -> [UInt8] {
    var out = FieldWriter(DecoderWireFormat.message)
    out.write(DecoderWireFormat.Kind.request)
    out.write(request.id)
    out.write(request.kind)
    out.write(request.target)
    out.write(count: request.limits.pixels)
    out.write(count: request.limits.fileBytes)
    out.write(count: request.limits.seconds)
    out.write(count: request.limits.frames)
    out.write(count: request.memoryCapacity)
    out.write(endOf: request.nameHint, maxBytes: DecoderWireFormat.maxNameBytes)
    out.write(count: request.minEmbeddedPreviewSide)
    out.write(request.stored != nil)
    if let stored = request.stored {
      out.write(stored.uriDigest.low)
      out.write(stored.uriDigest.high)
      out.write(stored.modifiedSeconds)
      out.write(count: stored.maxSide)
    }
    out.write(request.frames != nil)
    if let frames = request.frames {
      out.write(frames.animationID)
      out.write(count: frames.firstIndex)
      out.write(count: frames.count)
    }
    out.write(request.region != nil)
    if let region = request.region {
      out.write(region.pictureID)
      out.write(region.whole)
      out.write(count: region.x)
      out.write(count: region.y)
    }
    out.write(request.color)
    out.write(request.wantsPartials)
    out.write(request.developsRaw)
    out.write(count: request.leaf)
    out.write(UInt8(bitPattern: Int8(clamping: request.exposure)))
    out.write(languages: request.languages)
    out.write(request.sidecarChanges)
    out.write(UInt8(request.turn?.rawValue ?? 0))
    out.write(request.encoding != nil)
    if let encoding = request.encoding { out.write(encoding) }
    return out.bytes
  }
}

extension DecoderWireReader {
  /// The request in `bytes`, which must contain exactly one message.
  ///
  /// - Throws: ``WireError`` when the bytes are no valid request.
  public static func request(from bytes: [UInt8]) throws(WireError) -> DecodeRequest {
    var input = try FieldReader(bytes, DecoderWireFormat.message)
    try input.expect(.request)
    let id = try input.integer(UInt64.self)
    let kind = try input.value(DecodeRequest.Kind.self, "kind")
    let target = try input.size("target")
    let limits = DecodeLimits(
      pixels: try input.count("limits"), fileBytes: try input.count("limits"),
      seconds: try input.count("limits"), frames: try input.count("limits"))
    let capacity = try input.count("memory")
    let name = try input.text(maxBytes: DecoderWireFormat.maxNameBytes, "name")
    let minEmbeddedPreviewSide = try input.count("extent")
    let stored = try input.flag("stored") ? try input.stored() : nil
    guard (kind == .stored) == (stored != nil) else { throw .badField("stored") }
    let frames = try input.flag("frames") ? try input.frameRequest() : nil
    guard (kind == .frames) == (frames != nil) else { throw .badField("frames") }
    let region = try input.flag("region") ? try input.region() : nil
    guard (kind == .region) == (region != nil), region?.isInsidePicture(size: target) ?? true else {
      throw .badField("region")
    }
    var request = DecodeRequest(
      id: id, kind: kind, target: target, limits: limits, nameHint: name,
      memoryCapacity: capacity, minEmbeddedPreviewSide: minEmbeddedPreviewSide, stored: stored,
      frames: frames,
      region: region)
    request.color = try input.color()
    request.wantsPartials = try input.flag("partials")
    request.developsRaw = try input.flag("developing")
    request.leaf = try input.count("leaf")
    guard request.leaf < DecoderWireFormat.maxLeaves else { throw .badField("leaf") }
    request.exposure = Int(Int8(bitPattern: try input.integer(UInt8.self)))
    guard abs(request.exposure) <= DecodeRequest.maxExposure else { throw .badField("exposure") }
    request.languages = try input.languages()
    guard kind == .metadata || request.languages.isEmpty else { throw .badField("languages") }
    request.sidecarChanges = try input.sidecarChanges()
    guard kind == .sidecarEdits || request.sidecarChanges.isEmpty else {
      throw .badField("changes")
    }
    request.turn = try input.turn()
    guard (kind == .orientationEdits) == (request.turn != nil) else { throw .badField("turn") }
    request.encoding = try input.flag("encoding") ? try input.encoding() : nil
    guard (kind == .encode) == (request.encoding != nil) else { throw .badField("encoding") }
    try input.finish()
    return request
  }
}

extension FieldWriter {
  mutating func write(_ size: PixelSize) {
    write(extent: size.width)
    write(extent: size.height)
  }

  fileprivate mutating func write(languages: [String]) {
    let sent = languages.prefix(DecoderWireFormat.maxLanguages)
    write(UInt8(sent.count))
    for language in sent { write(text: language, maxBytes: DecoderWireFormat.maxLanguageBytes) }
  }

  fileprivate mutating func write(_ encoding: EncodeRequest) {
    write(encoding.format)
    write(UInt8(min(max(1, encoding.quality), 100)))
    write(encoding.metadata)
    write(encoding.keepsProfile)
    write(encoding.crop != nil)
    if let crop = encoding.crop {
      write(crop.whole)
      for value in [crop.x, crop.y] { write(UInt32(bitPattern: Int32(clamping: value))) }
      write(crop.size)
      write(UInt32(bitPattern: Int32(clamping: crop.angleMillidegrees)))
    }
    write(UInt8(encoding.turn.rawValue))
    write(encoding.isLossless)
  }

  fileprivate mutating func write(_ color: ColorTarget) {
    switch color {
    case .untouched: write(DecoderWireFormat.ColorTag.untouched)
    case .standard: write(DecoderWireFormat.ColorTag.standard)
    case .display(let digest):
      write(DecoderWireFormat.ColorTag.display)
      write(digest)
    }
  }
}

extension FieldReader {
  mutating func expect(_ kind: DecoderWireFormat.Kind) throws(WireError) {
    guard try value(DecoderWireFormat.Kind.self, "kind") == kind else { throw .badField("kind") }
  }

  /// The size in pixels in the next two fields, which may be empty.
  mutating func size(_ field: String) throws(WireError) -> PixelSize {
    PixelSize(width: try extent(field), height: try extent(field))
  }

  fileprivate mutating func languages() throws(WireError) -> [String] {
    let count = Int(try integer(UInt8.self))
    guard count <= DecoderWireFormat.maxLanguages else { throw .badField("languages") }
    var result: [String] = []
    for _ in 0..<count {
      result.append(try text(maxBytes: DecoderWireFormat.maxLanguageBytes, "language"))
    }
    return result
  }

  /// The orientation in the next field; nil for 0.
  fileprivate mutating func turn() throws(WireError) -> Orientation? {
    let value = Int(try integer(UInt8.self))
    guard value != 0 else { return nil }
    guard let orientation = Orientation(rawValue: value) else { throw .badField("turn") }
    return orientation
  }

  fileprivate mutating func encoding() throws(WireError) -> EncodeRequest {
    var result = EncodeRequest(try value(EncodeRequest.Format.self, "format"))
    result.quality = Int(try integer(UInt8.self))
    guard (1...100).contains(result.quality) else { throw .badField("quality") }
    result.metadata = try value(EncodeRequest.Metadata.self, "metadata")
    result.keepsProfile = try flag("profile")
    result.crop = try flag("crop") ? try crop() : nil
    result.turn = try turn() ?? .up
    result.isLossless = try flag("lossless")
    return result
  }

  private mutating func crop() throws(WireError) -> EncodeRequest.Crop {
    let crop = EncodeRequest.Crop(
      whole: try size("crop"), x: try signed(), y: try signed(), size: try size("crop"),
      angleMillidegrees: try signed())
    guard !crop.whole.isEmpty, !crop.size.isEmpty else { throw .badField("crop") }
    let maxAngle = EncodeRequest.Crop.maxAngleMillidegrees
    guard (-maxAngle...maxAngle).contains(crop.angleMillidegrees) else { throw .badField("angle") }
    return crop
  }

  private mutating func signed() throws(WireError) -> Int {
    Int(Int32(bitPattern: try integer(UInt32.self)))
  }

  fileprivate mutating func stored() throws(WireError) -> StoredThumbnail {
    let digest = MessageDigest(low: try integer(UInt64.self), high: try integer(UInt64.self))
    return StoredThumbnail(
      uriDigest: digest, modifiedSeconds: try integer(Int64.self), maxSide: try count("side"))
  }

  fileprivate mutating func frameRequest() throws(WireError) -> FrameRequest {
    let request = FrameRequest(
      animationID: try integer(UInt64.self), firstIndex: try count("first"),
      count: try count("frames"))
    guard request.count >= 1, request.count <= DecoderWireFormat.maxFramesPerReply else {
      throw .badField("frames")
    }
    return request
  }

  fileprivate mutating func region() throws(WireError) -> RegionRequest {
    RegionRequest(
      pictureID: try integer(UInt64.self), whole: try size("region"), x: try count("region"),
      y: try count("region"))
  }

  fileprivate mutating func color() throws(WireError) -> ColorTarget {
    switch try value(DecoderWireFormat.ColorTag.self, "color") {
    case .untouched: .untouched
    case .standard: .standard
    case .display: .display(digest: try integer(UInt64.self))
    }
  }
}
