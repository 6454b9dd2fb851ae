import Foundation
import TestPrograms

/// The programs that these tests start.
enum Program {
  static var url: URL { get throws { try parity.get().url } }
  static var misbehaving: URL { get throws { try misbehavingProgram.get().url } }

  private static let parity = Result { try BuiltProgram("parity") }
  private static let misbehavingProgram = Result { try BuiltProgram("misbehaving-program") }
}
