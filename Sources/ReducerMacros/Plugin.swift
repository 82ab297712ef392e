// The toolchain ships every library a macro plugin needs except the one with the plugin's `main`, so `main` is
// implemented here. This is the only file that uses the message handling's SPI.
import ReducerMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

@main
struct Plugin: PluginProvider {
  struct UnknownMacro: Error, CustomStringConvertible {
    var description: String
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = reducerMacros[typeName] else {
      throw UnknownMacro(description: "ReducerMacros has no macro named '\(typeName)'")
    }
    return macro
  }

  static func main() throws {
    try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Self())
      .main()
  }
}
