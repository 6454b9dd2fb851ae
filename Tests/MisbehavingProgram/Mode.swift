/// What the program does wrong. If a mode is about one request, it is the request whose text is the
/// mark.
enum Mode: String, CaseIterable {
  // Normal behavior, or unusual behavior that is allowed.
  case behaves
  case answersByteByByte = "answers-byte-by-byte"
  case answersInReverse = "answers-in-reverse"
  case answersInItsOwnForm = "answers-in-its-own-form"
  case answersSlowly = "answers-slowly"
  case endsLinesWithCRLF = "ends-lines-with-crlf"
  case readsSlowly = "reads-slowly"
  case mixesStreams = "mixes-streams"
  case writesMuchToErrors = "writes-much-to-errors"
  case leavesChild = "leaves-child"
  case leavesChildAway = "leaves-child-away"
  case leavesChildInItsOwnGroup = "leaves-child-in-its-own-group"
  case staysAtEnd = "stays-at-end"
  case staysInALineAtEnd = "stays-in-a-line-at-end"
  case closesOutputAtEnd = "closes-output-at-end"

  // Allowed, except for the content of the replies.
  case tellsHowManyWait = "tells-how-many-wait"
  case tellsItsProcess = "tells-its-process"
  case answersTheFirstID = "answers-the-first-id"

  // Writes a text that a terminal or a CI log would obey.
  case hasHostileName = "has-hostile-name"
  case refusesHandshakeHostilely = "refuses-handshake-hostilely"
  case answersWithHostileError = "answers-with-hostile-error"
  case exitsWithHostileLog = "exits-with-hostile-log"
  case writesHostileLine = "writes-hostile-line"

  // Fails before the first request.
  case exitsAtOnce = "exits-at-once"
  case printsBanner = "prints-banner"
  case floodsAtStart = "floods-at-start"
  case exitsInHandshake = "exits-in-handshake"
  case givesNoHandshake = "gives-no-handshake"
  case refusesHandshake = "refuses-handshake"
  case answersAnotherHandshake = "answers-another-handshake"
  case speaksAnotherVersion = "speaks-another-version"
  case hasNoName = "has-no-name"
  case hasBadName = "has-bad-name"
  case hasTakenName = "has-taken-name"
  case hasHugeName = "has-huge-name"
  case claimsNothing = "claims-nothing"
  case claimsAnotherContract = "claims-another-contract"
  case claimsAgainAndAgain = "claims-again-and-again"
  case namesNoCapabilities = "names-no-capabilities"
  case capabilitiesAreNumbers = "capabilities-are-numbers"

  // Fails in or after the handshake, whatever the mark is.
  case exitsAfterHandshake = "exits-after-handshake"
  case greetsTwice = "greets-twice"
  case closesInputAfterHandshake = "closes-input-after-handshake"
  case exitsAlways = "exits-always"
  case exitsAtThirdRequest = "exits-at-third-request"
  case crashesWithTwoInFlight = "crashes-with-two-in-flight"
  case hangsAlways = "hangs-always"
  case knowsNoMethod = "knows-no-method"

  // Fails after its input has ended.
  case exitsInErrorAtEnd = "exits-in-error-at-end"
  case crashesAtEnd = "crashes-at-end"
  case speaksAtEnd = "speaks-at-end"
  case speaksHalfALineAtEnd = "speaks-half-a-line-at-end"

  // Doesn't answer the marked request, or answers it too late.
  case exits
  case exitsInPeace = "exits-in-peace"
  case crashes
  case stops
  case hangs
  case hangsInSpiteOfTERM = "hangs-in-spite-of-term"
  case hangsWithChild = "hangs-with-child"
  case hangsWithChildInItsOwnGroup = "hangs-with-child-in-its-own-group"
  case exitsWithChild = "exits-with-child"
  case closesInput = "closes-input"
  case closesOutput = "closes-output"
  case writesHalfALine = "writes-half-a-line"
  case floodsOutput = "floods-output"
  case floodsLines = "floods-lines"
  case dripsOutput = "drips-output"
  case floodsErrors = "floods-errors"
  case answersLate = "answers-late"

  // At the marked request, writes a line that can't be matched to a request.
  case answersUnknown = "answers-unknown"
  case answersWithoutID = "answers-without-id"
  case answersToNull = "answers-to-null"
  case answersToString = "answers-to-string"
  case notifies
  case asks
  case writesArray = "writes-array"
  case writesBatch = "writes-batch"
  case writesEmptyLine = "writes-empty-line"
  case writesInvalidJSON = "writes-invalid-json"
  case writesInvalidUTF8 = "writes-invalid-utf8"
  case writesByteOrderMark = "writes-byte-order-mark"
  case writesHugeLine = "writes-huge-line"
  case writesDeepLine = "writes-deep-line"
  case printsLog = "prints-log"

  // Answers the marked request incorrectly.
  case answersTwice = "answers-twice"
  case answersForever = "answers-forever"
  case answersWithError = "answers-with-error"
  case answersWithHugeError = "answers-with-huge-error"
  case answersWithBadError = "answers-with-bad-error"
  case answersWithBoth = "answers-with-both"
  case answersWithNeither = "answers-with-neither"
  case answersInAnotherVersion = "answers-in-another-version"
  case repeatsKey = "repeats-key"
  case writesLoneSurrogate = "writes-lone-surrogate"
  case answersNull = "answers-null"
  case answersWrongly = "answers-wrongly"

  // The processes that `leavesChild` and similar modes start, which keep the streams open.
  case lingers
  case lingersAway = "lingers-away"
  case lingersInItsOwnGroup = "lingers-in-its-own-group"
}
