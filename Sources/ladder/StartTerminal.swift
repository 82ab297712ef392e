/// Shows the app on the terminal until the person leaves.
///
/// - Returns: The exit code.
func startTerminal(_ options: LaunchOptions) -> Int32 {
  reportMissingScreens()
}
