import ClipWire

/// The options of libmpv with which it plays one clip and accesses no other file.
enum MpvOptions {
  /// The options to set before libmpv is initialised, by their libmpv names, for the viewer's
  /// playback options.
  static func all(_ options: PlaybackOptions) -> [(name: String, value: String)] {
    isolationOptions + videoOptions + soundOptions(options) + [
      // Playback pauses at the beginning and, by `keep-open`, at the end.
      ("pause", "yes"), ("keep-open", "yes"), ("idle", "yes"),
      ("loop-file", options.loops ? "inf" : "no"),
    ]
  }

  /// The options that keep libmpv from reading configuration files, scripts, other clips or the
  /// network: a clip can ask for any of these.
  private static let isolationOptions = [
    ("config", "no"), ("load-scripts", "no"), ("load-auto-profiles", "no"), ("ytdl", "no"),
    ("osc", "no"), ("load-stats-overlay", "no"), ("load-osd-console", "no"), ("terminal", "no"),
    ("input-default-bindings", "no"), ("input-vo-keyboard", "no"), ("access-references", "no"),
    ("load-unsafe-playlists", "no"), ("ordered-chapters", "no"), ("autoload-files", "no"),
    ("demuxer-lavf-o", "protocol_whitelist=fd"), ("save-position-on-quit", "no"),
    ("resume-playback", "no"),
  ]

  /// The options of video output: libmpv draws frames into memory at the size of the buffer,
  /// whatever the aspect ratio of the clip, and draws no text, which would load fonts. A filter
  /// performs the rotation, because the software renderer of mpv 0.35 aborts the process when it
  /// has to rotate.
  private static let videoOptions = [
    ("vo", "libmpv"), ("hwdec", "no"), ("keepaspect", "no"), ("sws-fast", "yes"),
    ("osd-level", "0"), ("sid", "no"), ("video-rotate", "no"), ("audio-display", "no"),
    ("hr-seek", "yes"), ("cache", "no"), ("demuxer-max-bytes", "32MiB"),
    ("demuxer-max-back-bytes", "0"),
  ]

  /// The audio outputs of libmpv that load no plug-ins, which is impossible after the confinement:
  /// the PulseAudio protocol, which PipeWire supports as well, and ALSA devices.
  private static let soundOutputs = "pulse,alsa"

  private static func soundOptions(_ options: PlaybackOptions) -> [(String, String)] {
    [
      ("mute", options.isMuted ? "yes" : "no"), ("audio-fallback-to-null", "yes"),
      ("ao", options.usesSound ? soundOutputs : "null"),
    ]
  }

  /// The value of libmpv's option `vf` that rotates frames clockwise by a multiple of 90 degrees;
  /// nil for 0 and for other angles.
  static func filter(turning degrees: Int) -> String? {
    switch ((degrees % 360) + 360) % 360 {
    case 90: "lavfi=[transpose=clock]"
    case 180: "lavfi=[hflip,vflip]"
    case 270: "lavfi=[transpose=cclock]"
    default: nil
    }
  }
}
