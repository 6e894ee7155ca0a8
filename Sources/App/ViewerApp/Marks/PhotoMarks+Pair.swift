import PhotoGrid

nonisolated extension PhotoMarks {
  /// The marks of a photo of two files: those of the one file, completed by those of the other,
  /// such as stars that only the sidecar of the RAW file has. Rejected photos have no stars.
  func completed(by other: PhotoMarks) -> PhotoMarks {
    let hasRating = stars > 0 || flag == .reject
    let otherFlag: Flag = other.flag == .reject && stars > 0 ? .none : other.flag
    return PhotoMarks(
      stars: hasRating ? stars : other.stars, flag: flag == .none ? otherFlag : flag,
      label: label == .none ? other.label : label)
  }
}
