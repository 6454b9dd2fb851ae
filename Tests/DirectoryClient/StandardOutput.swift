import Foundation

func flushStandardOutput() {
  fflush(nil)
}
