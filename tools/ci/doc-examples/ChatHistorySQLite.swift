// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import ChatHistory
import ChatHistorySQLite
