/// What can go wrong in reading a stream, each with the rule that it breaks.
enum ParsingMistake: String, CaseIterable, Sendable {
  // Bytes and text
  case markIsKept = "V1: a byte order mark is text"
  case everyMarkIsDropped = "V1: every byte order mark is dropped"
  case twoMarksAreDropped = "V1: all byte order marks at the start are dropped"
  case badBytesAreDropped = "V1: bytes that are no UTF-8 are left out"
  case everyBadByteIsReplaced = "V1: every byte that is no UTF-8 is replaced for itself"
  case badRunIsReplacedOnce = "V1: a run of bytes that are no UTF-8 is replaced once"
  case bytesAreLatin1 = "V1: bytes are read as Latin-1"

  // Lines
  case carriageReturnIsText = "V1: a CR alone ends no line"
  case onlyLineFeedEnds = "V1: the CR of a CRLF belongs to its line"
  case pairIsTwoEndings = "V1: CRLF ends two lines"
  case otherEndings = "V1: every line end of Unicode is one"
  case lastLineIsTaken = "V1: a line that the end leaves unfinished is taken"

  // Fields
  case namesInAnyCase = "V1: names of fields are compared in any case"
  case namesAreTrimmed = "V1: names of fields are trimmed"
  case namesByPrefix = "V1: a field's name may go on"
  case colonIsNeeded = "V1: a line without a colon is no field"
  case lastColonParts = "V1: the last colon of a line is its colon"
  case everyColonParts = "V1: a value ends at a second colon"
  case spaceIsKept = "V1: the space after the colon is kept"
  case everySpaceIsDropped = "V1: all spaces after the colon are dropped"
  case tabIsDropped = "V1: a tab after the colon is dropped"
  case valueIsTrimmed = "V1: white space behind a value is dropped"
  case commentIsData = "V1: a comment is data"
  case commentEndsEvent = "V1: a comment ends an event"
  case unknownEndsEvent = "V1: an unknown field makes its event no event"

  // Data
  case dataIsNotJoined = "V1: data fields join with nothing"
  case lastDataWins = "V1: the last data field wins"
  case firstDataWins = "V1: the first data field wins"
  case emptyDataIsNone = "V1: an empty data field counts as none"
  case emptyLinesAreDropped = "V1: empty data fields at the end are dropped"
  case lineFeedIsKept = "V1: data ends in an LF"
  case eventWithoutData = "V1: an event without data is dispatched"
  case unfinishedEvent = "V1: an event that the end leaves unfinished is dispatched"

  // Type
  case typeSticks = "V1: the type of an event stays for the next"
  case typeSurvivesBlank = "V1: a blank line without data leaves the type"
  case noDefaultType = "V1: an event without a type has an empty one"
  case emptyTypeIsEmpty = "V1: an empty type is not replaced by message"
  case firstTypeWins = "V1: the first type of an event wins"

  // Id
  case idWithNulIsTaken = "V1: an id with a NUL is taken"
  case idWithNulClears = "V1: an id with a NUL clears the id"
  case idIsItsEvents = "V1: an id counts for its event alone"
  case emptyIdIsIgnored = "V1: an empty id is ignored"
  case idCountsAtOnce = "V1: an id counts before its blank line"
  case idNeedsData = "V1: an id of an event without data is forgotten"

  // Retry
  case retryByPrefix = "V1: a retry is read as far as it has digits"
  case retryWithSign = "V1: a retry may have a sign"
  case retryIsTrimmed = "V1: white space around a retry is dropped"
  case emptyRetryIsZero = "V1: an empty retry is zero"
  case badRetryClears = "V1: a retry that is none clears the one before"
  case retryIsClamped = "V1: a retry over the limit is the limit"
  case retryHasNoLimit = "V1: a retry has no limit but 64 bits"
  case retryInAnyDigits = "V1: a retry may be written in any digits"
  case retryNeedsBlank = "V1: a retry counts from the next blank line on"
  case firstRetryWins = "V1: the first retry stays"
  case retryInSeconds = "V1: a retry is in seconds"

  // Pieces
  case piecesAreDecodedAlone = "V2: each piece is decoded for itself"
  case pieceEndsLine = "V2: a piece ends a line"
  case pieceEndsEvent = "V2: an event that its piece leaves unfinished is lost"
  case splitPairIsTwoEndings = "V2: a CRLF cut in two ends two lines"
  case everyPieceHasMark = "V2: every piece may begin with a byte order mark"
  case markNeedsOnePiece = "V2: a byte order mark counts only in one piece"
  case emptyPieceEnds = "V2: an empty piece ends the stream"
  case returnWaits = "V2: a CR at the end of a piece ends a line only once more bytes come"

  // Limit
  case noLimit = "V3: lines have no limit"
  case limitIsShorter = "V3: a line of exactly the limit is too long"
  case limitCountsEnding = "V3: the limit counts the line's ending"
  case limitCountsScalars = "V3: the limit counts characters"
  case limitCountsMark = "V3: the limit counts the byte order mark"
  case limitCountsAll = "V3: the limit counts all lines of an event"
  case unfinishedHasNoLimit = "V3: a line that is not finished has no limit"
  case commentHasNoLimit = "V3: a comment has no limit"
  case longLineIsSkipped = "V3: a line over the limit is skipped"
  case longLineIsCut = "V3: a line over the limit is cut"
  case eventsBeforeAreKept = "V3: the events before a line over the limit are given"
}
