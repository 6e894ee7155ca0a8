extension RecordedLine {
  /// A report of a player of clips, or the end of the player.
  package struct PlayerReport: Hashable, Sendable {
    /// The number of the player, from 1 in the order of their starts.
    package var number: Int
    /// The bytes of the player's message; nil when the player has ended or has sent an invalid
    /// message.
    package var message: [UInt8]?
    /// The size in bytes of the frame that the message reports; 0 for other messages.
    package var frameBytes: Int
    /// The digest of the frame's pixels; 0 without a frame.
    package var pixelDigest: UInt64

    package init(number: Int, message: [UInt8]?, frameBytes: Int = 0, pixelDigest: UInt64 = 0) {
      self.number = number
      self.message = message
      self.frameBytes = frameBytes
      self.pixelDigest = pixelDigest
    }
  }

  /// A command that a player of clips did not take, because it had ended or could not be started.
  package struct UnsentCommand: Hashable, Sendable {
    /// The number of the player, from 1 in the order of their starts.
    package var playerNumber: Int
    /// The number of the command, from 1 in the order of the player's commands; 0 for a player that
    /// could not be started. The commands that release frames are not counted.
    package var commandNumber: Int

    package init(playerNumber: Int, commandNumber: Int) {
      self.playerNumber = playerNumber
      self.commandNumber = commandNumber
    }
  }
}

extension RecordedLine.PlayerReport {
  /// The accepted numbers of players.
  fileprivate static let numberRange = 1...1_000_000_000
  /// The maximum length of a message in bytes, that of the messages of players.
  private static let maxMessageBytes = 1024
  /// The maximum size of a frame in bytes, that of the memory for the frames of a clip.
  private static let maxFrameBytes = 1 << 30

  /// The kind and the fields of the line that records the report.
  var fields: RecordFields {
    var fields = RecordFields("player")
    fields.set("number", number)
    if let message { fields.set(hex: "message", message) }
    if frameBytes != 0 { fields.set("frame", frameBytes) }
    if pixelDigest != 0 { fields.set("pixels", pixelDigest) }
    return fields
  }

  /// Reads the report from the fields of a line.
  ///
  /// - Throws: the reason why the fields cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    self.init(number: try fields.integer("number", in: Self.numberRange), message: nil)
    if fields.has("message") {
      let bytes = try fields.hexadecimal("message")
      guard bytes.count <= Self.maxMessageBytes else { throw .invalidField("message") }
      message = bytes
    }
    if fields.has("frame") { frameBytes = try fields.integer("frame", in: 0...Self.maxFrameBytes) }
    if fields.has("pixels") { pixelDigest = try fields.integer("pixels", in: 0...UInt64.max) }
  }
}

extension RecordedLine.UnsentCommand {
  /// The accepted numbers of commands.
  private static let numberRange = 0...1_000_000_000

  /// The kind and the fields of the line that records the command.
  var fields: RecordFields {
    var fields = RecordFields("unsent")
    fields.set("player", playerNumber)
    fields.set("command", commandNumber)
    return fields
  }

  /// Reads the command from the fields of a line.
  ///
  /// - Throws: the reason why the fields cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    self.init(
      playerNumber: try fields.integer("player", in: RecordedLine.PlayerReport.numberRange),
      commandNumber: try fields.integer("command", in: Self.numberRange))
  }
}
