import ClipWire

/// The options with which libmpv plays one given clip and accesses nothing else.
enum MpvOptions {
  /// The options set before libmpv is initialised, by their libmpv names.
  static func all(_ options: PlaybackOptions) -> [(name: String, value: String)] {
    isolation + pictures + sound(options) + [
      // Pauses at the beginning, and at the end.
      ("pause", "yes"), ("keep-open", "yes"), ("idle", "yes"),
      ("loop-file", options.loops ? "inf" : "no"),
    ]
  }

  /// The options by which libmpv reads no configuration files, scripts, other clips or network: a
  /// clip can ask for any of these.
  private static let isolation = [
    ("config", "no"), ("load-scripts", "no"), ("load-auto-profiles", "no"), ("ytdl", "no"),
    ("osc", "no"), ("load-stats-overlay", "no"), ("load-osd-console", "no"), ("terminal", "no"),
    ("input-default-bindings", "no"), ("input-vo-keyboard", "no"), ("access-references", "no"),
    ("load-unsafe-playlists", "no"), ("ordered-chapters", "no"), ("autoload-files", "no"),
    ("demuxer-lavf-o", "protocol_whitelist=fd"), ("save-position-on-quit", "no"),
    ("resume-playback", "no"),
  ]

  /// The options by which frames are drawn into memory at the size of the surface, whatever the
  /// aspect ratio of the clip, and without text, which would load fonts. A filter performs the
  /// rotation: the software renderer of mpv 0.35 aborts the process when it has to rotate.
  private static let pictures = [
    ("vo", "libmpv"), ("hwdec", "no"), ("keepaspect", "no"), ("sws-fast", "yes"),
    ("osd-level", "0"), ("sid", "no"), ("video-rotate", "no"), ("audio-display", "no"),
    ("hr-seek", "yes"), ("cache", "no"), ("demuxer-max-bytes", "32MiB"),
    ("demuxer-max-back-bytes", "0"),
  ]

  /// The audio outputs that load no plug-ins, which is impossible after the confinement: the
  /// PulseAudio protocol, which PipeWire supports as well, and ALSA devices.
  private static let soundOutputs = "pulse,alsa"

  private static func sound(_ options: PlaybackOptions) -> [(String, String)] {
    [
      ("mute", options.isMuted ? "yes" : "no"), ("audio-fallback-to-null", "yes"),
      ("ao", options.usesSound ? soundOutputs : "null"),
    ]
  }

  /// The filter that rotates the frames clockwise by `degrees`; nil when no rotation is needed.
  static func filter(turning degrees: Int) -> String? {
    switch ((degrees % 360) + 360) % 360 {
    case 90: "lavfi=[transpose=clock]"
    case 180: "lavfi=[hflip,vflip]"
    case 270: "lavfi=[transpose=cclock]"
    default: nil
    }
  }
}
