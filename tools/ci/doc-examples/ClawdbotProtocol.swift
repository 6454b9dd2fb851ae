// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import ClawdbotProtocol
import Foundation

let chunk = StreamingChunk(messageID: "msg-1", chunkIndex: 0, content: "Hello")
