"use strict";

// Keeps the wall page up to date: fetches it again after each event of the server, and highlights new results.
(() => {
  const page = location.pathname.replace(/\/+$/, "");
  const status = document.getElementById("status");
  if (!status) return;

  const say = (text, isLost = false) => {
    status.textContent = text;
    document.body.classList.toggle("lost", isLost);
  };

  // Returns the rows, keyed by their text without the rank, because other people's results change a rank.
  const results = (root) => {
    const rows = new Map();
    for (const section of root.querySelectorAll("section")) {
      const challenge = section.querySelector("h2").textContent;
      for (const table of section.querySelectorAll("table")) {
        for (const row of table.querySelectorAll("tbody tr:not(.empty)")) {
          const [name, result] = [row.cells[1].textContent, row.cells[2].textContent];
          const key = JSON.stringify([challenge, table.caption.textContent, name, result]);
          rows.set(key, { row, text: `${name}: ${result}, ${challenge}` });
        }
      }
    }
    return rows;
  };

  // A result is highlighted for a minute, and then until the next rendering.
  const highlightTime = 60_000;
  const highlightEnds = new Map();

  const show = (fresh) => {
    const old = document.querySelector("main");
    const main = fresh.querySelector("main");
    const heading = fresh.querySelector("h1");
    if (!main || !heading) return;
    document.querySelector("h1").replaceWith(heading);
    const known = results(old);
    const now = performance.now();
    const news = [];
    for (const [key, { row, text }] of results(main)) {
      if (!known.has(key)) {
        news.push(text);
        highlightEnds.set(key, now + highlightTime);
        row.classList.add("appearing");
      }
      row.classList.toggle("new", highlightEnds.get(key) > now);
    }
    old.replaceWith(main);
    if (news.length > 0) say(news[0]);
  };

  let isLoading = false;
  let isStale = false;

  const load = async () => {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    try {
      while (isStale) {
        isStale = false;
        const response = await fetch(page, { cache: "no-store", credentials: "omit" });
        // The link was replaced, and the server's page says so.
        if (response.status === 404) return location.reload();
        if (!response.ok) throw new Error(response.statusText);
        show(new DOMParser().parseFromString(await response.text(), "text/html"));
        // Changes within a second are shown together.
        if (isStale) await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    } catch {
      say("No connection. Trying again…", true);
    } finally {
      isLoading = false;
    }
  };

  const connect = () => {
    const events = new EventSource(`${page}/events`);
    events.addEventListener("open", () => {
      say("Live");
      load();
    });
    events.addEventListener("board", load);
    events.addEventListener("error", () => {
      say("No connection. Trying again…", true);
      // A browser reconnects automatically only if the server did not answer.
      if (events.readyState !== EventSource.CLOSED) return;
      load();
      setTimeout(connect, 10_000);
    });
  };
  connect();
  // A new week begins without an event.
  setInterval(load, 300_000);

  // A screen that is too small for all boards shows them in turn, unless a person used it in the last two minutes.
  let lastInput = -Infinity;
  for (const type of ["pointermove", "pointerdown", "wheel", "keydown", "focusin"]) {
    addEventListener(type, () => (lastInput = performance.now()), { passive: true });
  }
  setInterval(() => {
    if (performance.now() - lastInput < 120_000) return;
    if (!matchMedia("(min-width: 1200px)").matches) return;
    // Scrolls to the heading of the next board that is not shown whole, except for a board that is already at the top.
    const next = [...document.querySelectorAll("section")].find((section) => {
      const { top, bottom } = section.getBoundingClientRect();
      return bottom > innerHeight + 1 && top > 1;
    });
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({
      top: next ? next.getBoundingClientRect().top + scrollY : 0,
      behavior: isCalm ? "instant" : "smooth",
    });
  }, 15_000);
})();
