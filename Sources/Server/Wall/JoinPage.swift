import Models
import Resources

/// The pages that a browser shows for an invitation link and for the link of a live race.
///
/// The secret is in the fragment of the link, which browsers never send to a server. So its page is the
/// same for everyone, and a script adds the link to the command.
enum JoinPage {
  private static let title: Markup = "An invitation to Ladder"

  static let html = Markup.page(
    title, styleSheet: "wall.css", head: "<script src=\"join.js\" defer></script>\n",
    """
    <main class="join">
    <h1>You are invited to a group on Ladder</h1>
    <p>Ladder is a workout tracker for the terminal: it times workouts, counts reps and ranks them. The members of a group
    share leaderboards. You choose what they see: nothing is shared before you publish a challenge.</p>
    <h2>1. Install Ladder</h2>
    <p>Ladder needs Linux. If it isn't installed, ask the group's owner for the source code, and run in its folder:</p>
    <pre>make install</pre>
    <h2>2. Join the group</h2>
    <p class="without-script">Type this command in a terminal. When it asks for the link, paste the whole link of this page,
    with everything after the #:</p>
    <p class="with-script" hidden>Type this command in a terminal:</p>
    <pre id="command">ladder join</pre>
    <button id="copy" type="button" hidden>Copy</button>
    <p>The link works once, within a week. Keep it secret: the first person to use it becomes the member.</p>
    <figure id="code" hidden>
    <figcaption>Open this page on another device with this code.</figcaption>
    </figure>
    </main>

    """)

  /// Returns the page of a link to the room of a live race. It says nothing about the group, because anyone can open it.
  ///
  /// - Parameter link: The link; `nil` if the server doesn't know its own address.
  static func raceHTML(_ challenge: Challenge, _ link: String?) -> Markup {
    .page(
      title, styleSheet: "../../wall.css",
      """
      <main class="join">
      <h1>You are invited to a live race: \(challenge.name)</h1>
      <p>Members of the group join the room, or watch the race, with this command in a terminal\(
        link == nil ? ", where LINK is the address of this page" : ""):</p>
      <pre>ladder race \(link ?? "LINK")</pre>
      <p>Ladder is a workout tracker for the terminal. If you are not a member yet, ask the group's owner for an
      invitation.</p>
      </main>

      """)
  }
}

extension Service {
  static let joinRoutes: [Route] = [
    Route(
      .get, "/join",
      .init(
        "returns a page that shows how to join, for an invitation link in a browser",
        access: .anyone,
        returns: .media("text/html; charset=utf-8"))
    ) { _, _, _ in page(JoinPage.html, status: 200) },
    Route(
      .get, "/races/{challenge}/{room}",
      .init(
        "returns a page that shows how to join, for the link of a live race in a browser",
        access: .anyone,
        returns: .media("text/html; charset=utf-8"),
        others: [404: "The server does not know the challenge."])
    ) { service, _, parameters in
      guard
        let challenge = service.catalogue[Challenge.ID(rawValue: parameters["challenge"] ?? "")],
        let code = parameters["room"], Race.isCode(code)
      else { throw RequestError(404, "this is not the link of a race") }
      let url = try service.storage.withSession { try $0.url() }
      let link = url.map { "\($0)/races/\(challenge.id.rawValue)/\(code)" }
      return page(JoinPage.raceHTML(challenge, link), status: 200)
    },
    fileRoute(
      "/join.js", "returns the script of `/join`", "text/javascript", ladder_join_script),
  ]
}
