import Glibc

/// A runner of programs that waits for their exit.
enum Subprocess {
  /// Runs a program on the `PATH`.
  ///
  /// - Parameters:
  ///   - output: The file for standard output; by default, it is inherited.
  ///   - errors: The file for standard error; by default, it is inherited.
  /// - Returns: The exit code; `nil` if there is no such program or a signal ended it.
  @discardableResult
  static func run(
    _ words: [String], output: String? = nil, errors: String? = nil
  ) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, file) in [(Int32(1), output), (2, errors)] {
      guard let file else { continue }
      posix_spawn_file_actions_addopen(
        &actions, descriptor, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // Dispatch's threads block signals. The child must not inherit their mask, because ticklab ends programs by signal.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ) == 0 else {
      return nil
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The child exits with 127, like a shell, if it cannot find the program.
    return status & 0x7F == 0 && status >> 8 != 127 ? status >> 8 : nil
  }
}
