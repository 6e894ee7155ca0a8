extension PhotoMetadata {
  /// Adds the metadata of an XMP sidecar to those of its photo. For properties that people enter,
  /// such as title and rating, the sidecar has precedence, because programs that write sidecars
  /// leave the photo as it is. For camera and exposure, the photo has precedence.
  public mutating func merge(sidecar: PhotoMetadata) {
    // XMP often omits the fraction of a second and the time zone, so a sidecar's time in the same
    // second does not replace that of the photo.
    if let corrected = sidecar.taken, !(taken?.isSameSecond(as: corrected) ?? false) {
      taken = corrected
    }
    rating = sidecar.rating ?? rating
    position = sidecar.position ?? position
    label = sidecar.label.isEmpty ? label : sidecar.label
    pickLabel = sidecar.pickLabel ?? pickLabel
    colorLabel = sidecar.colorLabel ?? colorLabel
    title = sidecar.title.isEmpty ? title : sidecar.title
    caption = sidecar.caption.isEmpty ? caption : sidecar.caption
    creator = sidecar.creator.isEmpty ? creator : sidecar.creator
    copyright = sidecar.copyright.isEmpty ? copyright : sidecar.copyright
    keywords = sidecar.keywords.isEmpty ? keywords : sidecar.keywords
    people = sidecar.people.isEmpty ? people : sidecar.people
    place = sidecar.place.isEmpty ? place : sidecar.place
    make = make.isEmpty ? sidecar.make : make
    model = model.isEmpty ? sidecar.model : model
    lens = lens.isEmpty ? sidecar.lens : lens
    exposureTime = exposureTime ?? sidecar.exposureTime
    aperture = aperture ?? sidecar.aperture
    focalLength = focalLength ?? sidecar.focalLength
    equivalentFocalLength = equivalentFocalLength ?? sidecar.equivalentFocalLength
    iso = iso ?? sidecar.iso
    exposureBias = exposureBias ?? sidecar.exposureBias
    software = software.isEmpty ? sidecar.software : software
  }
}

extension PhotoMetadata.CaptureTime {
  /// Whether both times have the same date and time of day in whole seconds.
  fileprivate func isSameSecond(as other: Self) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
      && (hour, minute, second) == (other.hour, other.minute, other.second)
  }
}
