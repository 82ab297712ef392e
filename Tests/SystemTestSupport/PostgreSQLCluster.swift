import Glibc
import Synchronization
public import Testing

/// A private PostgreSQL server on a Unix socket in a temporary folder. It ends with the process that started it.
///
/// Nothing is synced to the disk, and its users need no password.
package final class PostgreSQLCluster: Sendable {
  /// The folder of the socket and the data.
  package let folder: String
  private let shell: pid_t
  private let commands: Int32
  private let answers: Int32

  /// The server that the tests of a process share. Each test has its own schema in it.
  package static let shared = PostgreSQLCluster()

  /// Whether PostgreSQL can be started. PostgreSQL refuses to run as root, so root starts it as another user.
  package static let isInstalled =
    programFolder != nil
    && (geteuid() != 0 || Tools.path(of: "setpriv") != nil && getpwnam(user) != nil)

  /// The folder of the newest version's programs in Debian's layout.
  package static let programFolder: String? = {
    let versions = "/usr/lib/postgresql"
    return folderContents(versions).compactMap(Int.init).sorted().reversed()
      .map { "\(versions)/\($0)/bin" }
      .first { access("\($0)/postgres", X_OK) == 0 }
  }()

  /// The user that Debian's package creates.
  private static let user = "postgres"

  /// Creates and starts a server.
  package init() {
    var template = Array("/tmp/ladder-postgresql-XXXXXX".utf8CString)
    guard let programs = Self.programFolder, mkdtemp(&template) != nil else {
      fatalError("PostgreSQL is not installed, or there is no temporary folder")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var prefix = ""
    if geteuid() == 0, let owner = getpwnam(Self.user) {
      chown(folder, owner.pointee.pw_uid, owner.pointee.pw_gid)
      prefix = "setpriv --reuid=\(Self.user) --regid=\(Self.user) --clear-groups "
    }
    // The shell removes everything when the pipe of its commands closes, no matter how this process ended.
    let script = """
      cd \(folder)
      as() { \(prefix)"$@" </dev/null >>log 2>&1; }
      start() { as \(programs)/pg_ctl -w -t 3600 -D data -l data/log start; }
      restart() { as \(programs)/pg_ctl -w -t 3600 -D data -m immediate stop && start; }
      finish() { rm -rf \(folder); exit; }
      fail() { cat log data/log >&2; finish; }
      as \(programs)/initdb -D data -A trust -U ladder -E UTF8 --locale=C.UTF-8 -N || fail
      cat >>data/postgresql.conf <<'END'
      listen_addresses = ''
      unix_socket_directories = '\(folder)'
      fsync = off
      synchronous_commit = on
      full_page_writes = off
      shared_buffers = 16MB
      max_connections = 200
      autovacuum = off
      END
      start || fail
      echo ready
      while read -r command; do $command || fail; echo ready; done
      as \(programs)/pg_ctl -w -t 3600 -D data -m immediate stop
      finish
      """
    var input: [Int32] = [-1, -1]
    var output: [Int32] = [-1, -1]
    guard pipe(&input) == 0, pipe(&output) == 0 else { fatalError("no pipe: error \(errno)") }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A separate group, so that Ctrl-C ends the tests first.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    defer { posix_spawnattr_destroy(&attributes) }
    let texts: [String] = ["sh", "-c", script]
    let arguments: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ) == 0 else {
      fatalError("cannot start a shell")
    }
    close(input[0])
    close(output[1])
    (shell, commands, answers) = (process, input[1], output[0])
    awaitAnswer()
  }

  deinit {
    close(commands)
    close(answers)
    var status: Int32 = 0
    waitpid(shell, &status, 0)
  }

  /// Stops the server as in a power failure, and starts it again.
  package func restart() {
    let command = "restart\n"
    write(commands, command, command.utf8.count)
    awaitAnswer()
  }

  /// Returns a database URL that selects a schema and names its sessions after the schema.
  package func url(schema: String = "public") -> String {
    "postgresql:///postgres?user=ladder&host=\(folder)"
      + "&options=-csearch_path%3D\(schema)&application_name=\(schema)"
  }

  private func awaitAnswer() {
    var byte: UInt8 = 0
    while read(answers, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return }
    }
    fatalError("PostgreSQL did not start")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite if PostgreSQL is not installed.
  public static var needsPostgreSQL: Self {
    .enabled(if: PostgreSQLCluster.isInstalled, "needs postgresql")
  }
}
