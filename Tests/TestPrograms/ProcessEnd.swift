package import Foundation

/// Returns whether a child process has ended, without reaping it.
package func hasEnded(_ process: pid_t) -> Bool {
  var information = siginfo_t()
  guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
    return true
  }
  return information.si_signo == SIGCHLD
}
