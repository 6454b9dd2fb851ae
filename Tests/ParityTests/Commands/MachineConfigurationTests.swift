import Foundation
import Testing

struct MachineConfigurationTests {
  @Test func `a machine's configuration of OpenSSL changes no result`() async throws {
    let suite = try await TemporarySuite.recorded()
    // With only this file, a program that uses OpenSSL's default context has no algorithm.
    let configuration = """
      openssl_conf = main
      [main]
      providers = list
      [list]
      other = other
      [other]
      module = /nonexistent
      activate = 1

      """
    try suite.write(configuration, to: "openssl.cnf")

    let run = try await suite.process(
      ["check"],
      environment: ["OPENSSL_CONF": suite.url("openssl.cnf").path]
    )
    run.expect(.exit(0), output: ["\nPASS  "])
    run.expectNoErrors()
  }
}
