import Foundation

// A small HTTP server for the tests of EventStream. It prints its port, and ends when its standard
// input ends. It therefore can't outlive the test that started it, however that test ends.

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
