/// Small PNGs that zlib compressed, with every filter in turn (row number modulo 5), 48 × 40
/// pixels.
enum CompressedSamples {
  static let width = 48
  static let height = 40

  /// The red, green and blue at (x, y) of ``dynamic`` and ``withAlpha``, whose alpha is 255 − x.
  static func color(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
    (
      UInt8(truncatingIfNeeded: x * 5 + y), UInt8(truncatingIfNeeded: y * 6 + (x * x) >> 3),
      UInt8(truncatingIfNeeded: (x ^ y) * 4)
    )
  }

  /// The gray at (x, y) of ``fixed``.
  static func gray(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x / 8 * 30 + y / 8) }

  /// An RGB PNG in blocks with dynamic Huffman codes.
  static let dynamic = """
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAoCAIAAAA35e4mAAAI+UlEQVR42s2XAUhj9x3H3z/////lRR9nWl5LvL7ZrI\
    YjlLiJC6ftsk6PIHLaIxtxlTSr4QiHbuLktCPt9BDPVSnZiExSW+UIhxaxct5G2uohIiglLUqPNJ1yhOMygidnGFn3\
    LEH+w/n+8c1/rnfsbi1D+PHhS9CQhG++fMJxHIc5VMQJJUCUdMZSKJUhUzkvWwVzRZGlSrRWl9gcT1bWPWWvN9U0yg\
    6XubbZ4vRYG1ormvxVrvZqd6ejpfuMN9Dg6zvnH3C3Db3aETzfNdLeE+4KjAd6I/39U8ODM6HhuXeD0auhhQ9Gl6Jj\
    K0sTsVhkPT4ZT05v3J1NfnU99a/oljC/Iy0CwCPMEcyJGBAMNOoI1mmEBEONiGCkEROMNfIE8xr1BOs1CgQLGg0EGz\
    QWEVyksZjgYo0i0R28IMCLgFcAT45DhjpRgJBAyEFEIDJSFmZMIDZSFuaDf+aNlIVZT6DeSFmYBQIFI2VhNhBoMFKq\
    GamvjhMAhwA4uDQlArr8CSrhwaUpEUD5E1Tig0tT0idRT9BCWguP/TiHy6SiMmNJmSw9ayo1o7Lvc+XPiVaLUHHKXm\
    WtrH7e4aioqau01P/I3Hja5nrR2vyS23PG1Vrv9Te2tLucnc213Z6mgK+h70LPQEfX0MXe4BuBkX5/eMg3/seOSLht\
    6srozPuhuWsT0Y/HFpYHlz7tX4kHY8nh9a1oPHt9Y28xiedTxsmtZyI7p2azVdOAt5gOvmWYUzBAGGjUIayzUyoYIg\
    w1IoSRnVLBGGGs8eCbwdspFaxHWK9RQFiwUyrYgLBBYxHCRXZKBRcjXKxRRPlSk+NDiJ95EsKDXou0xRJEJohkiMwQ\
    rUK0DVEG4izECsQ5rdcWiAWIRdpiCfImyMuQN0N+FfLbkM9AfRbqFajPab22QL0A9SJtsQQFExRkKJihsAqFbShkoC\
    ELDQo05PK9zpeaqL0GBACNOkJLTdReQwKgRkRoqYnaa0wA1nj0LoVv8PEe54oc1hKHTXKYS39iKXuppvynDmttZcUZ\
    e5VTqK4XHQ1cXSOqP2dq/JnschubWySPt63V1+H3+9rb/Z2dge7u3kCgq+9Sz8Bgw9DbTcFQ7cg7zvCVlvEpb2TWNR\
    V1zyxOz63ORtciC19OLt2eX7m7GMteX9+LxtHwxolg0tSfKh/c+sHYzgsTWWdo1zUKis/Y6FITutEyJaEbnaQkdKNl\
    SkI32ktJ6EbLlIRudJKS0I2WKQndaC8loRstUxK60UlKQjdapiTsUkuAl+keZArX8//9ONQ/L9OlFugu5ygLs9rlfK\
    PzueYwq7ucoyzMapfzjc7nmsOs7nKOsjCrXc43WmCXWjncaLXXCrPUyuFGq71WmKVWDjda7bXCLO+3zVyJxyF5ako9\
    9rJXK8u9NusvrRWvWap85urzssNvqrsg1bcbGztE12+E5ovI81uu9c1e/6VA+0BP51BXd7AjMNLWF/YPTPiGrnqD0y\
    0j19zhD13ji02RlYapz5wz8dq5W4vRv80v3Isu/fP6CpmN4en1E5NxU2TjuYmkbSx1enSrLrTTFMy+Mrx7fnCvsx8Y\
    fbV0qRHdaO10zEHm1I0epER0o7XjmdMzp270ICWiG61dEXPFzB3HpS564RRdaoVah0gbXZjVdRZpo/N57TCr1iHSRh\
    dmdZ1F2uh8bjrMqnWItNGFWbUOkTZaYZca0Y3WeLTUiG60xqOlRnSjNT7Kuzc80ifESQFXacBdFmgpf8NrfbO24nfO\
    qt6G6ktNjv6uuoGe+sFA41Cv621f8x/8nlBb62iHf8zYPiF1RkzdU3JghuubQwNRYeiGGFyuHPnEHl6rGf/CEbllnk\
    pZZratc1lbNHdzgUssCZsrTyRjJ5fXy1fjttjG6bVkbTZ1Vtly53ZaSfZXd3ZfT+/1b+8HM+CpS27GqTOMU9sYp84w\
    Tj3LOHWGcWob49QZxqlnGafOME5tY5w6c4ydWmyoZJyapZlxapZ3GKdmaWacmqWPcWqWZsapD3n5G06NGKdePdxryN\
    z9To0Yp14t9GV6wn3uzN6D/v5gqUvD/rKwrzzcYX2nrWKsp+rdrur3eh0TgborzvpIbePVJtdUQ/O02/OBq/Wa1/+X\
    lvaPLJ03zN1LtsCKtS9mH1ivHIo7gps1I7dROM2N3xMj/xCmctLMvnGOl6MnTAtPp5fK7qycysR+uL1eo8TrshtnSd\
    KdS722utW2vHNxLdsX2x1O7P3p5v6VJJrZBCcn2hinlhinTjBOLTFOnWCcWmKcOsE4tcQ4dYJxaolx6gTj1NIxduqS\
    V15knDqtWQdH91pQ91r9ZZhmnFphnDqtWQdH91pQ91r9ZZhmnLqHceq0Zh0c3WtB3Wv1V2L6wEAuP8ip0UOcGj3Eqd\
    EDnFp/ny8/XubKooHyaK812lXxYU/VR23VH3c45n11N/z1iy2NS17Xsqt5xe35pKH10yb/Wm37TWdnoqZ70xFIVval\
    7ANb1qEdWzBrHvnaEiamcZ0cEYxTJdLM08Lc98SohVuwoSV7bsVBYs7s+stK/BfbG62ZZNud1MX0Vu/mzlvJbOjm7n\
    hi7/3Y/p/X0OKyIbYKnr3Ryzg1YZyaME5NGKcmjFMTxqkJ49SEcWrCODVhnJowTk0e5tQWwNsAbwe8A/BOwDcB3g14\
    L+D9gO8AfA/gewE/CPgg4EcBPwH4ScDPAj4K+EW6K2uATwA++XB3/u/PD5+44GSc+kE8sulCHtl0IY9sOs9hxqkfRG\
    rTl79Lp+a/U6cujwet8eGK+GDVF/3ViQnHl2N1fx2t3ww13pp1Jaebb096UpHW9KL/7nz7vWjn3693f7UW+DrWt7c6\
    sL88hJJBw+bIiURYujl+MhMxb0+dSs9U3Jmzk+iPcwtnlKWz2ZWfizGPsH4exX/NbfTIyT5T6i1pK2Tcec+WnbTuXr\
    PsLZj3Vx3o8xrDLfuJrUpg2QwxTp1mnNrCOHWacWoL49RpxqktjFOnGae2ME6dZpzawjh1+hg7tfT6OcapCePUMuPU\
    5Mipfy8zTk0Yp5YZpyaMU08wTk0Yp5b/49Rao/8Hp+a/hVM/Gv8N92sL+ejUH1sAAAAASUVORK5CYII=
    """

  /// An RGBA PNG.
  static let withAlpha = """
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAoCAYAAAC4h3lxAAAKlklEQVR42t2YcUij9xnH35g3yRsvnGlJS67NbFbDEU\
    rcxIVqu6zTQ0SqO7IRV0ldlSMU3cTJaUfa6SHWVSnZUCaprXKEQ4tYOW8jbc9DRFBKOpTFGE3UV030NUYTNWqiMb6a\
    /Yw/5+uPtLdbu7LeH18+ecg9d8Tjyff9iGEYFuVg+HEiRhwlsQS0KEF4eIUtiiTj4oMUriQsJ6T7qYmyvXSBPJSRpA\
    iqnkzbzX5KuZMrztzOl6gCamnWVqEsZ1Mrz9soSS3w69LVvvIMzXqlqmit+lqxV59Xulp3Xedp0JStNL1eQRluVC23\
    ltcsGav07g59rctUX7/Y3dy40NvSPN//oYE032mZG/ikbXbI3D4zMtTptFhMjnFb17SN7JlyrPbZyZ17k+4js81D3J\
    /wiQatLBYXBx+ABhFEOSxAFoMJgAkMsgHZDOKAOIMcQA6DXEAugzxAHoMEIMEgH5DPYCJgIoOXAC8xKKCjCeADYCyu\
    ACQIQmPft5mdICDq2Wzwgo1hbBwQF0LGmTmAHCFknPnkL+QKIePMPECeEDLOTAASQsg4Mx+QL4Q8nfHYJ8IIEEDWSS\
    hIkISzEKdkn4SCBMHPQpyScxIKEoc/rZMQjNcU4/U3fx/jJIuiicnC46RkyZHoOTF9RYofJv8Qi6Q8LziQy4hw6lXl\
    fro8bS/jBVVIlZoZzE6T7eb+RLqT/6JiW/2yPFD4imZLe029WZJbvKHLL/KXq3N8lYVZ69XagjV9aZ637s2a1YaKKk\
    /TzdoVw9t6qrVet2xsKl3q+EuF22Qsc3Xfblvs/bhlof9u57z583ZyYLhxbujL+tkRm2HGQjY7xz1mhy1wb9oRGZwi\
    OfftbmHXpOdZk813tW8ikN5jZXFl4pNvIZAgOFxAFoMJgAlKSDCzAdkM4oC4EhLMHEAOgydfEFwlJJh5gDwGCUBCCQ\
    lmPiCfwUTARCUkmC8BXmJQgJ8d8dlxfP/I5jz7JDhiAhyxAB6sCEQMIgGRgoyCeEH84A8HQIIgYcYhy0DAPkcADxbs\
    c8E+F+xzwT4X7HPBPhfs88A+D+zzwoxDBvs8sM8TwIMF+wTYJ8A+AfYJsE+AfQLs88E+H+zzw/8+ZHjE9OkhswBZDC\
    bQ8Ijp00MG31YsNoPg2+n0iOnTQwYfisVh8MJPjPgKfrP3sUSVPJqkUhyLVNKjKz+T0cmvZB6m/FwVkWelHaReU4bT\
    c4j9jFzBnioPC2Xn48Hc6+Ld/F9KdtQa4XZhkSigLS7bKimt2NTpSjfKy3X+ykq9r7q6dl2vr1qru1XjbWjMW216v8\
    BjaMlaaf0ghzLeLlru6C5eMvWp3d1mjat3sGexf7RvwTxmmh+Y6iKHFu7PjawOzloC92bGI2anDW92OC4bpklx/ZQ7\
    pdHu+VH7pO+lTlsgp2UipG6zsi5dU8AmpmEDSyBp2MAkJA0bWAJJwwYuhqRhA0sgadjAJCQNG1gCScMGLoakYQNLIG\
    nYwCQkDRtYAkmjTSwCkcDvWX+c5vv/fJ/Ne0ECm5iAjRuGjDPHDvfsgM/mzPM51rhhyDhz7HDPDvhszjyfY40bhowz\
    xw737IAJtImD5w0cO+Qg0sTB8waOHXIQaeLgeQPHDjmINOn/ZsaStKqoSJt5fEWrPEp+PY1OKVYcyn8jj6S+ITtIL5\
    WGM25I9lU68V72m6JQbrkwmF8h2FX/ntgpvIlva/+ABUreqd3S3dJvljfUbFQ2VfmrDRU+fWvZep1Rt9bQWeptulO8\
    augp8rTe1awYP1VTHYMFy6aRvKXuf+S4e21Zrv7ZwUXz0v2FgXXz/NDuPXKE7puzcHpmxy93zdjEJqfj+U4HqWifdr\
    /YNuXJbrH7CgyTgdeabaEbjRORynorS1iaBZsYhw3MSAISNpJYAzdC4rCBGeEi4SGJNXAjJA4bmJFEJJeQPBZNnPjS\
    VdjEQfgILYAHHGeONa8AHvDZPHY+xx6hBfCA48yx5hXAAz6bC87n2CO0AB5wnDn2CC2ABxxEmxiHDczghSbGYQMzeK\
    GJcdjADD7qT5T/6P8DmEivjl7Ra46T9UVHKW8X0/J3sg5T/5gTSa/NO8i4VRBW1VftZzfU7OU26kP5TbVB9fulu4V/\
    1u1oW8q2S9oqArp24VZ5p2iz0iTeqO6W+PW9mK+uH19vMBNrTQ8EXsNw2mrrF0qPcSxzpWNSRZlmpcvdbtlSr1fu7g\
    8oXOawdXEAsy8MEc75kSdI0vLM8Nx4yuisTWGZcbw45iSzAg73q8FpjyY85Suh7YHfuiZDb1G2SL13ImrwW1lP3dIg\
    TuxHnFiBOLEfceI+xIn9iBMrECf2I07chzixH3FiBeLE/sfMiQV5aYgTo5QiTozShTgxSinixChLESdGKUWc+Jzvxn\
    diHHHi0fNGZiOJ68Q44sSjcRwXhojnvGi+Zv+kia8YddFkY+lxirHiSP5BGZ3aXnOY/mFVJOOj2gNVpz6cfTtnP9eU\
    tZd/pyCk7s4LFvZodrWfqHdK7hZv6/5eFCj/TLZV+UC6WT2k2NCPyP11FqWvYTxtvcmmWjM4M72tC/iqkcI8HeuCFd\
    M2QXWHRcu9UeFSP1fiNl8WuwaephaHkl0LI1f985Yfe8nxzOCcLTsw63iVniE1Yaf7jVGHp2x42ndzbCpQZ7GHmu2T\
    kb9abdHb5ATe67SynuksQ5xYhDixHXFiEeLEdsSJRYgT2xEnFiFObEecWIQ4sR1xYtFj5sRJr72MODHFeITGYCMTp4\
    0c+yUWhThxEHFiivEIjcFGJk4bOfZLLApx4hrEiSnGIzQGG5k4beTYL7Wo2CP1u1/txPhDnBh/iBPjX+3EvHiO+81m\
    LNmsj6aYa4/l5qqj1E9r6PTPyg4zPq+IqO6XHmQ/0IVzB4v284eK99TD6lDhiCao/SJvt+TLgh3dWNZ2uTUnUGnP3K\
    p2qjb1ZNpGnVvpb/DIfU0+xbohIF1r3ZN5jbR4tSNB4jERwpXuJBHV+zSx3P8DwZJZhrkHFLhrSBleHFHRC5acwPz4\
    L4Kk7dfeOUeJf5Ysc824b1JOT63T4XuPnA60WKdCHXZ75GPLZPRvYzZ8cHiCbxm1sp57UIs4MY04MY04MY04MY04MY\
    04MY04MY04MY04MY04MY04Mf0wJ5aBKECUICqQHJACEA1IMYgOpAKkBqQWpBHEANIG0gnSBdIHYgYZhN/jYyB2EPI/\
    cN5H+/fZT7yZgzjx1/CCC8fhBReOwwsufMZmxIm/htCF3/1OnJj7HTlxis0Qlduaj1NtjUfpk/V0hr3zUDXVHsmebj\
    vIdbaE82f79tVkz17hQldI6zYFS6jBXd3q/Z3ydfN25ea9QPXO2JZ+z7JZFxndaIgO+5tw0mfgO9dbL9vXjCKrt+MZ\
    /6pJ6vV0X6VWelNdVL+SXjb/NLw0cC3oHno14Br5lWDRoiUWxm/g87bfYaSjRjJH1oln3e+JZjwtQqfvI4Uj0CWfDt\
    2VTUUGpPboqGoS/2emjT+rnLjsSbOyZM4WxIkpxIlliBNTiBPLECemECeWIU5MIU4sQ5yYQpxYhjgx9Zg5seit64gT\
    04gTSxAnpi868Z8kiBPTiBNLECemESfuRJyYRpxYcsGJzw/423Bi7rfsxP8F/wVAOenXRrWr9QAAAABJRU5ErkJggg\
    ==
    """

  /// A gray PNG in blocks with the fixed Huffman code.
  static let fixed = """
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAoCAAAAACd7CatAAAAn0lEQVR4AWNggAI5KLCBgigoqICCaVDACNdAJM3EQC\
    JghjH4iaRZGMgFg8jTjFAgQCRNuqdhNshDgS0URENBJRRMhwJGRtp7muYxTbKnmYaBp5mgQAEK7KAgBgqqoGAGFAxG\
    T8M0EEszMEOBIhTYQ0EsFFRDwUwoYGSmuaeZaB7TtPc0I4mADp5mgQIlKHCAgjgoqIGCWVAALyuHcEwDAI84evfUTD\
    QRAAAAAElFTkSuQmCC
    """

  static func bytes(_ base64: String) -> [UInt8] {
    var out: [UInt8] = []
    var held = 0
    var bits = 0
    for c in base64.utf8 {
      let value: Int? =
        switch c {
        case 0x41...0x5A: Int(c) - 0x41
        case 0x61...0x7A: Int(c) - 0x61 + 26
        case 0x30...0x39: Int(c) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
      guard let value else { continue }
      held = held << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        out.append(UInt8(held >> bits & 0xFF))
        held &= 1 << bits - 1
      }
    }
    return out
  }
}
