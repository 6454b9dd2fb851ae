/// The version of Parity: of the command line, the file formats and the Swift libraries.
package let harnessVersion = "1.0.0-rc.1"
