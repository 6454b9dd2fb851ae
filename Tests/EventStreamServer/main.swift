import Foundation

// A small HTTP server for the tests of EventStream. It prints its port, and ends when its standard
// input does, so that it cannot outlive the test that started it, whatever becomes of that.

signal(SIGPIPE, SIG_IGN)

guard let listener = Socket() else { exit(1) }
print(listener.port)
fflush(nil)

Thread.detachNewThread {
  while !FileHandle.standardInput.availableData.isEmpty {}
  exit(0)
}

let server = WorkflowServer()
while let connection = listener.accept() {
  Thread.detachNewThread { server.answer(Exchange(on: connection)) }
}
