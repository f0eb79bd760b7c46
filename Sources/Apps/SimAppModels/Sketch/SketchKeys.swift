import SimbenchKit

/// What can happen to the sketch model.
package enum SketchEvent: UInt8, EventKey {
  case draw, done, pick, go, cancel, tryAgain, anotherStyle, newSketch, save, share, savePhoto
  case delete, favorite
  case pro, gate
  case answer, unreachable
  case notice, deadline

  /// What it is called, and what happens.
  package var descriptor: EventDescriptor {
    let request = [ArgumentDescriptor("go"), ArgumentDescriptor("try")]
    return switch self {
    case .draw: .user("draw", "The child draws sketch %1.", [ArgumentDescriptor("sketch")])
    case .done: .user("done", "The child is done with the sketch.")
    case .pick: .user("pick", "The child picks style %1.", [ArgumentDescriptor("style")])
    case .go: .user("go", "The child presses Go.")
    case .cancel: .user("cancel", "The child cancels.")
    case .tryAgain: .user("try-again", "The child presses Try Again.")
    case .anotherStyle: .user("another-style", "The child wants another style.")
    case .newSketch: .user("new-sketch", "The child wants a new sketch.")
    case .save: .user("save", "The child saves the picture once more.")
    case .share: .user("share", "The child shares the picture.")
    case .savePhoto:
      .user(
        "save-photo", "The child saves the picture to the photos: %1.",
        [
          ArgumentDescriptor(
            "outcome",
            .choice(["saved", "denied", "restricted", "no-space", "offline", "failed"]))
        ])
    case .delete:
      .user("delete", "The child deletes picture %1 from the top.", [ArgumentDescriptor("place")])
    case .favorite:
      .user("favorite", "The child marks picture %1 from the top.", [ArgumentDescriptor("place")])
    case .pro: .decision("pro", "Pro is owned: %1.", [ArgumentDescriptor("owned", .truth)])
    case .gate:
      .decision("gate", "The parents' gate is open: %1.", [ArgumentDescriptor("open", .truth)])
    case .answer: .answer("answer", "An answer to Go %1, try %2, comes.", request)
    case .unreachable: .answer("unreachable", "Go %1, try %2, finds no network.", request)
    case .notice: .timer("notice", "20 seconds have passed since Go %1.", [request[0]])
    case .deadline: .timer("deadline", "30 seconds have passed since Go %1, try %2, left.", request)
    }
  }
}

/// What the sketch model does that can be seen from outside.
package enum SketchHappening: UInt8, HappeningKey {
  case sends, notices, oops, filtered, shows, cancels, refuses
  case keeps, keepsNot, deletes, opens, settles, cleaned
  case shares, photo

  /// Why Go is refused.
  package static var refusals: [StaticString] { ["style", "tomorrow", "a-moment"] }

  /// What it is called, and what the app does.
  package var descriptor: HappeningDescriptor {
    let request = [ArgumentDescriptor("go"), ArgumentDescriptor("try")]
    let picture = [ArgumentDescriptor("picture")]
    return switch self {
    case .sends: HappeningDescriptor("sends", "sends Go %1, try %2", to: .network, request)
    case .notices: HappeningDescriptor("notices", "says \"Taking a bit longer...\"", [request[0]])
    case .oops:
      HappeningDescriptor("oops", "says \"Oops! The magic didn't work. Try again?\"", [request[0]])
    case .filtered:
      HappeningDescriptor("filtered", "says \"Let's try a different drawing!\"", [request[0]])
    case .shows: HappeningDescriptor("shows", "shows the picture of Go %1", [request[0]])
    case .cancels: HappeningDescriptor("cancels", "goes back to the styles", [request[0]])
    case .refuses:
      HappeningDescriptor(
        "refuses", "refuses Go: %1", [ArgumentDescriptor("reason", .choice(Self.refusals))])
    case .keeps: HappeningDescriptor("keeps", "has picture %1 in the gallery", to: .disk, picture)
    case .keepsNot: HappeningDescriptor("keeps-not", "could not keep a picture")
    case .deletes: HappeningDescriptor("deletes", "has deleted picture %1", to: .disk, picture)
    case .opens:
      HappeningDescriptor("opens", "opens a gallery of %1", [ArgumentDescriptor("pictures")])
    case .settles: HappeningDescriptor("settles", "knows that the disk keeps what it read")
    case .cleaned: HappeningDescriptor("cleaned", "has removed what belongs to nothing")
    case .shares:
      HappeningDescriptor(
        "shares", "shares a picture, with a watermark: %1",
        [ArgumentDescriptor("watermark", .truth)])
    case .photo: HappeningDescriptor("photo", "gives a picture to the photos", to: .system)
    }
  }
}

/// What has to hold of the sketch model, and what should happen now and then.
package enum SketchProperty: UInt8, PropertyKey {
  case twoRequests, oneResult, oneRecord
  case deadline, noticeOnce
  case charges, fiveADate, datesAscend, rate, ceiling
  case requestBody, sketchKept
  case galleryKept, galleryClean, galleryOrder
  case shareMark
  case retryGood, lateAnswer, doubleAnswer, longAnswer, oopsShown, filteredShown, unreachable
  case setBack, ceilingReached, quotaReached, rateReached
  case orphan, diskFull, keptNot, deleted, relaunched, recovered

  /// What it is called and says, and when it has to hold.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .twoRequests:
      .always("two-requests", "A Go sends two requests at most.", requirement: "SM-FLOW")
    case .oneResult:
      .always(
        "one-result", "A Go shows one picture at most, and none after a cancel.",
        requirement: "SM-FLOW")
    case .oneRecord:
      .always("one-record", "A Go keeps one picture at most.", requirement: "SM-GALLERY")
    case .deadline:
      .always(
        "deadline", "Nobody waits for a request for more than 30 seconds.",
        requirement: "SM-ERROR")
    case .noticeOnce:
      .always(
        "notice-once", "20 seconds after Go it is said that it takes longer, once.",
        requirement: "SM-ERROR")
    case .charges:
      .always(
        "charges", "What is charged to a date is what was kept of its free pictures.",
        requirement: "SM-QUOTA")
    case .fiveADate:
      .always("five-a-date", "A date has five free pictures at most.", requirement: "SM-QUOTA")
    case .datesAscend:
      .always(
        "dates-ascend", "Pictures are charged to later and later dates.",
        requirement: "SM-QUOTA")
    case .rate: .always("rate", "A minute has five Go at most.", requirement: "SM-QUOTA")
    case .ceiling:
      .always(
        "ceiling", "24 hours of a boot have ten free pictures at most.",
        requirement: "SM-QUOTA")
    case .requestBody:
      .always(
        "request-body", "A request has the sketch and the style of its Go.",
        requirement: "SM-API")
    case .sketchKept:
      .always(
        "sketch-kept", "The sketch is what was drawn, whatever came of it.",
        requirement: "SM-ERROR")
    case .galleryKept:
      .always(
        "gallery-kept", "What was kept is there, whole, and what was deleted is not.",
        requirement: "SM-GALLERY")
    case .galleryClean:
      .always(
        "gallery-clean", "After a start no file is left that belongs to nothing.",
        requirement: "SM-GALLERY")
    case .galleryOrder:
      .always("gallery-order", "The newest picture comes first.", requirement: "SM-GALLERY")
    case .shareMark:
      .always(
        "share-mark", "What is shared has a watermark unless Pro is owned.",
        requirement: "SM-FLOW")
    case .retryGood: .sometimes("retry-good", "The second try brings a picture.")
    case .lateAnswer: .sometimes("late-answer", "An answer comes after a cancel.")
    case .doubleAnswer: .sometimes("double-answer", "An answer comes that came before.")
    case .longAnswer: .sometimes("long-answer", "A picture comes after more than 20 seconds.")
    case .oopsShown: .sometimes("oops-shown", "The magic does not work.")
    case .filteredShown: .sometimes("filtered-shown", "Another drawing is asked for.")
    case .unreachable: .sometimes("unreachable", "There is no network.")
    case .setBack: .sometimes("set-back", "Go is pressed on a date before that of the quota.")
    case .ceilingReached: .sometimes("ceiling-reached", "The eleventh within a day is refused.")
    case .quotaReached: .sometimes("quota-reached", "The sixth of a date is refused.")
    case .rateReached: .sometimes("rate-reached", "The sixth of a minute is refused.")
    case .orphan: .sometimes("orphan", "A start finds a file that belongs to nothing.")
    case .diskFull: .sometimes("disk-full", "A picture is not kept since the disk is full.")
    case .keptNot: .sometimes("kept-not", "A picture could not be kept.")
    case .deleted: .sometimes("deleted", "A picture is deleted.")
    case .relaunched: .sometimes("relaunched", "The process ends while a picture is awaited.")
    case .recovered: .sometimes("recovered", "A picture is kept though nobody was told.")
    }
  }
}
