import ClipWire

/// How libmpv is set up: it plays the one clip it is given and touches nothing else.
enum MpvOptions {
  /// What it is told before it begins, by its own names.
  static func all(_ manner: ClipManner) -> [(name: String, value: String)] {
    alone + pictures + sound(manner) + [
      // Stands at its beginning, and at its end.
      ("pause", "yes"), ("keep-open", "yes"), ("idle", "yes"),
      ("loop-file", manner.loops ? "inf" : "no"),
    ]
  }

  /// No files of the person's, no programs, no other clips, no network: the clip itself may ask for
  /// any of these.
  private static let alone = [
    ("config", "no"), ("load-scripts", "no"), ("load-auto-profiles", "no"), ("ytdl", "no"),
    ("osc", "no"), ("load-stats-overlay", "no"), ("load-osd-console", "no"), ("terminal", "no"),
    ("input-default-bindings", "no"), ("input-vo-keyboard", "no"), ("access-references", "no"),
    ("load-unsafe-playlists", "no"), ("ordered-chapters", "no"), ("autoload-files", "no"),
    ("demuxer-lavf-o", "protocol_whitelist=fd"), ("save-position-on-quit", "no"),
    ("resume-playback", "no"),
  ]

  /// Frames in memory, the size of the surface whatever the clip's shape; no text over them, which
  /// would look for fonts. Turned by a filter: the software renderer of 0.35 stops the process when
  /// it is asked to turn.
  private static let pictures = [
    ("vo", "libmpv"), ("hwdec", "no"), ("keepaspect", "no"), ("sws-fast", "yes"),
    ("osd-level", "0"), ("sid", "no"), ("video-rotate", "no"), ("audio-display", "no"),
    ("hr-seek", "yes"), ("cache", "no"), ("demuxer-max-bytes", "32MiB"),
    ("demuxer-max-back-bytes", "0"),
  ]

  /// The outputs that need no modules, which could not be loaded any more: PulseAudio's protocol, which
  /// PipeWire speaks as well, and ALSA's own devices.
  private static let soundOutputs = "pulse,alsa"

  private static func sound(_ manner: ClipManner) -> [(String, String)] {
    [
      ("mute", manner.isMuted ? "yes" : "no"), ("audio-fallback-to-null", "yes"),
      ("ao", manner.usesSound ? soundOutputs : "null"),
    ]
  }

  /// The filter that turns a picture clockwise by `degrees`; nil when there is nothing to turn.
  static func filter(turning degrees: Int) -> String? {
    switch ((degrees % 360) + 360) % 360 {
    case 90: "lavfi=[transpose=clock]"
    case 180: "lavfi=[hflip,vflip]"
    case 270: "lavfi=[transpose=cclock]"
    default: nil
    }
  }
}
