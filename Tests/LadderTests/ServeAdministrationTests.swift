import SQLite
import SystemTestSupport
import Testing

/// Tests of the commands that administer a server, as processes.
struct ServeAdministrationTests {
  private let folder = TestFolder()

  private func run(_ arguments: String...) -> Program.Outcome {
    Program.server(["LADDER_DATA": folder.path, "TZ": "Pacific/Auckland"]).run(arguments)
  }

  /// Makes the group `club` and executes statements.
  private func prepare(_ statements: SQL) throws {
    #expect(run("group", "club", "--counts", "all").exitCode == 0)
    try Connection(path: "\(folder.path)/server.db").execute(statements)
  }

  /// Makes a group with two members: Ann with the devices 3 and 7, and Ben with 5.
  private func prepareMembers() throws {
    try prepare(
      """
      INSERT INTO members (number, in_group, name, is_owner) VALUES (1, 1, 'Ann', 1), (2, 1, 'Ben', 0);
      INSERT INTO devices (number, member, name, token)
      VALUES (3, 1, 'laptop', x'03'), (5, 2, 'phone', x'05'), (7, 1, 'desktop', x'07')
      """)
  }

  @Test func `a group is made and changed`() {
    let table = "GROUP  TIME ZONE  WEEKDAY   COUNTS  NAME\n"
    #expect(run("group").output == table)
    let made = run("group", "club", "--name", "The  club", "--weekday", "sunday")
    #expect(made.errors == "ladder-server: made the group \"club\"\n")
    #expect(
      made.output == """
        GROUP  TIME ZONE         WEEKDAY   COUNTS  NAME
        club   Pacific/Auckland  sunday    all     The club

        """)
    let changed = run("group", "club", "--zone", "UTC", "--counts", "live")
    #expect(changed.errors == "")
    #expect(changed.output == table + "club   UTC        sunday    live    The club\n")
    #expect(run("group", "club").output == changed.output)
    #expect(run("group").output == changed.output)
    #expect(
      run("group", "--json").output == """
        [
          {"id":"club","name":"The club","time_zone":"UTC","week_start":"sunday","counting":"live"}
        ]

        """)
  }

  @Test func `members and devices are listed`() throws {
    try prepareMembers()
    #expect(
      run("members").output == """
        MEMBER  ROLE    NAME
             1  owner   Ann
             2  member  Ben

        """)
    #expect(
      run("devices").output == """
        DEVICE  NAME                      MEMBER
             3  laptop                    Ann
             7  desktop                   Ann
             5  phone                     Ben

        """)
    #expect(
      run("members", "--json").output == """
        [
          {"id":1,"name":"Ann","is_owner":true},
          {"id":2,"name":"Ben","is_owner":false}
        ]

        """)
    #expect(
      run("devices", "--json").output.contains(
        #"{"id":5,"name":"phone","member_id":2,"member":"Ben"}"#))
  }

  @Test func `a device is revoked`() throws {
    try prepareMembers()
    #expect(run("revoke", "7").output == "Device 7 of Ann has no access anymore.\n")
    #expect(!run("devices").output.contains("desktop"))
    let again = run("revoke", "7")
    #expect(again.exitCode == 2)
    #expect(
      again.errors
        == "ladder-server: there is no device 7; \"ladder-server devices\" lists them\n")
  }

  @Test func `a member is named or numbered, and becomes an owner or is removed`() throws {
    try prepareMembers()
    #expect(
      run("role", "ben", "--owner").output == "Ben is an owner of the group \"club\".\n")
    #expect(run("role", "1").output == "Ann is a member of the group \"club\".\n")
    #expect(run("members").output.contains("     1  member  Ann\n     2  owner   Ben\n"))
    #expect(
      run("remove", "ANN").output
        == "Removed Ann with all devices, results and journal entries on this server.\n")
    #expect(run("members").output == "MEMBER  ROLE    NAME\n     2  owner   Ben\n")
    #expect(run("devices").output.contains("phone"))
    #expect(!run("devices").output.contains("laptop"))
  }

  @Test func `a number is never a name`() throws {
    try prepareMembers()
    try Connection(path: "\(folder.path)/server.db").execute(
      "UPDATE members SET name = '2' WHERE number = 1")
    #expect(run("remove", "2").output.hasPrefix("Removed Ben "))
  }

  @Test func `names from a database control no terminal`() throws {
    try prepareMembers()
    let connection = try Connection(path: "\(folder.path)/server.db")
    for text in HostileText.all {
      try connection.run("UPDATE groups SET name = ?, time_zone = ?", .text(text), .text(text))
      try connection.run("UPDATE members SET name = ? WHERE number = 1", .text(text))
      try connection.run("UPDATE devices SET name = ?", .text(text))
      for arguments in [["group"], ["members"], ["devices"], ["role", "1"]] {
        let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.invisibleCharacters == [])
      }
      // Two members and three devices stay as many lines.
      #expect(run("members").output.split(separator: "\n").count == 3)
      #expect(run("devices").output.split(separator: "\n").count == 4)
      #expect(run("members", "--json").output.split(separator: "\n").count == 4)
    }
    connection.close()
    #expect(run("revoke", "3").output.invisibleCharacters == [])
    #expect(run("remove", "1").output.invisibleCharacters == [])
  }

  @Test(arguments: [
    (["members"], "there is no group \"club\"; \"ladder-server group\" lists them"),
    (["group", "office"], "there is no group \"office\"; \"ladder-server group\" lists them"),
    (["remove", "Ann"], "there is no group \"club\"; \"ladder-server group\" lists them"),
    (["revoke", "1"], "there is no device 1; \"ladder-server devices\" lists them"),
  ])
  func `what does not exist is one line`(arguments: [String], line: String) {
    let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
    #expect(outcome.errors == "ladder-server: \(line)\n")
    #expect(outcome.exitCode == 2)
  }

  @Test(arguments: [
    (
      ["group", "A/B"],
      "the ID of a group has 1 to 32 lowercase letters, digits and hyphens, as in \"group office\""
    ),
    (
      ["group", "--counts", "live"],
      "\"group\" needs the ID of the group to change, as in \"ladder-server group club --counts live\""
    ),
    (["group", "club", "--counts", "some"], "--counts is live or all, not \"some\""),
    (
      ["group", "club", "--weekday", "friday"],
      "--weekday is monday, sunday or saturday, not \"friday\""
    ),
    (
      ["group", "club", "--zone", "../UTC"],
      "this machine has no time zone \"../UTC\"; choose one in /usr/share/zoneinfo, as in --zone Europe/Berlin, or install the package tzdata"
    ),
    (
      ["group", "club", "--name", "\u{1B}"],
      "--name needs a name with letters in it, as in --name \"The club\""
    ),
    (
      ["revoke", "Ann"],
      "\"revoke\" needs a number from \"ladder-server devices\", as in \"ladder-server revoke 7\""
    ),
    (["remove"], "\"remove\" needs a member, as in \"ladder-server remove Ann\""),
    (["role"], "\"role\" needs a member, as in \"ladder-server role Ann --owner\""),
    (
      ["members", "--group", "A/B"],
      "--group needs 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
  ])
  func `an invalid command line is one line`(arguments: [String], line: String) {
    let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
    #expect(outcome.errors == "ladder-server: \(line)\n")
    #expect(outcome.exitCode == 2)
    #expect(folder.contents == [])
  }
}
