"use strict";

// Keeps the wall page up to date: fetches it again after each event of the server, highlights new results, and moves the
// bars of races.
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
    document.getElementById("races").replaceWith(fresh.getElementById("races"));
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

  // Racers are ordered by their counts, and those who have finished by their times.
  const order = (row) => [-row.dataset.count, Number(row.dataset.end || Infinity)];
  const compare = ([count, end], [otherCount, otherEnd]) =>
    count - otherCount || (end === otherEnd ? 0 : end - otherEnd);

  const move = (event) => {
    const { race, racers } = JSON.parse(event.data);
    const section = document.querySelector(`[data-race="${CSS.escape(race)}"]`);
    if (!section) return;
    const hasReps = section.dataset.unit === "reps";
    const rows = [...section.querySelectorAll("li")];
    for (const { member, batch } of racers) {
      const row = rows.find((row) => row.dataset.member === String(member));
      if (!row) continue;
      const seconds = Math.floor(batch.elapsed_ms / 1000);
      const count = hasReps ? batch.position + batch.instants.length : seconds;
      row.dataset.count = count;
      row.dataset.end = batch.state === "finished" ? batch.elapsed_ms : "";
      row.querySelector(".count").textContent = hasReps
        ? count
        : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
    rows.sort((row, other) => compare(order(row), order(other)));
    const max = Math.max(1, ...rows.map((row) => row.dataset.count));
    let place = 0;
    rows.forEach((row, index) => {
      if (index === 0 || compare(order(rows[index - 1]), order(row)) !== 0) place = index + 1;
      row.querySelector(".place").textContent = place;
      const bar = row.querySelector("progress");
      [bar.max, bar.value] = [max, row.dataset.count];
    });
    section.querySelector("ol")?.append(...rows);
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
    events.addEventListener("race", load);
    events.addEventListener("reps", move);
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
