import AdapterHost
import Conformance
import SystemPackage
import Testing

struct ProgramCommandTests {
  @Test(arguments: [
    ("node", "node"),
    ("tools/x-1.2_3@%+=:,", "tools/x-1.2_3@%+=:,"),
    ("", "''"),
    ("two words", "'two words'"),
    ("it's", #"'it'\''s'"#),
    ("$HOME", "'$HOME'"),
    ("a\nb", "'a\nb'"),
    ("~", "'~'"),
    ("ä", "'ä'"),
    ("'", #"''\'''"#),
  ])
  func `a word is quoted where the shell would read something else`(word: String, quoted: String) {
    #expect(word.shellQuoted == quoted)
  }

  @Test func `a command can be pasted into a shell`() {
    let command = ProgramCommand(
      words: ["node", "my adapter.mjs"],
      workingDirectory: "/some where",
      environment: [("MODE", "a b"), ("LEVEL", "1")]
    )
    #expect(command.shellText == "cd '/some where' && MODE='a b' LEVEL=1 node 'my adapter.mjs'")
  }

  @Test func `a command line of the user's is told as it was given`() {
    #expect(
      ProgramCommand.shell("node 'my adapter.mjs' | tee log").shellText
        == "node 'my adapter.mjs' | tee log"
    )
  }
}
