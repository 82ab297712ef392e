"use strict";

// Shows the command of an invitation, and its QR code. The secret is in the fragment, so it never leaves the browser.
(() => {
  // The command is pasted into a shell, so the link must have only characters that occur in a server's links.
  const address = location.origin + location.pathname;
  const link = address + location.hash;
  if (!/^https?:\/\/[\w.:[\]-]+(\/[\w.-]+)*\/join#[\w-]{16,200}(\.[\w-]{1,200})?$/.test(link)) return;

  const command = document.getElementById("command");
  const copy = document.getElementById("copy");
  // `echo` is built into the shell, so other users of the machine do not see the link in the list of processes.
  command.textContent = `echo '${link}' | ladder join -`;
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(command);
    }
  });
  for (const element of document.querySelectorAll(".without-script")) element.hidden = true;
  for (const element of document.querySelectorAll(".with-script")) element.hidden = false;

  const code = qrCode(link);
  if (!code) return;
  const figure = document.getElementById("code");
  const margin = 4;
  const side = code.length + 2 * margin;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The link as a QR code");
  const path = document.createElementNS(svg.namespaceURI, "path");
  const squares = code.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : "")),
  );
  path.setAttribute("d", squares.join(""));
  svg.append(path);
  figure.prepend(svg);
  figure.hidden = false;

  // Returns a QR code's rows (ISO/IEC 18004, byte mode, error correction L, mask 0); null if the text is too long.
  function qrCode(text) {
    const bytes = [...new TextEncoder().encode(text)];
    // For versions 1 to 9: the bytes of data, the bytes for error correction per block, and the number of blocks.
    const versions = [
      [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2], [194, 24, 2],
      [232, 30, 2],
    ];
    const version = versions.findIndex(([capacity]) => bytes.length + 2 <= capacity) + 1;
    if (version === 0) return null;
    const [capacity, correctionLength, blockCount] = versions[version - 1];

    // Digits of four bits: the mode (4 for bytes), then two digits each for the number of bytes and for every byte.
    const digits = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
    const data = [];
    for (let index = 0; index < digits.length; index += 2) data.push((digits[index] << 4) | digits[index + 1]);
    for (let padding = 0xec; data.length < capacity; padding ^= 0xec ^ 0x11) data.push(padding);

    // Returns the product of two elements of the field GF(256).
    const multiply = (a, b) => {
      let product = 0;
      for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
      return product;
    };
    const divisor = Array(correctionLength).fill(0);
    divisor[correctionLength - 1] = 1;
    for (let step = 0, root = 1; step < correctionLength; step += 1, root = multiply(root, 2)) {
      for (let index = 0; index < correctionLength; index += 1) {
        divisor[index] = multiply(divisor[index], root) ^ (divisor[index + 1] ?? 0);
      }
    }
    const blockLength = capacity / blockCount;
    const blocks = Array.from({ length: blockCount }, (_, number) =>
      data.slice(number * blockLength, (number + 1) * blockLength),
    );
    const corrections = blocks.map((block) =>
      block.reduce((rest, byte) => {
        const factor = byte ^ rest[0];
        return [...rest.slice(1), 0].map((value, index) => value ^ multiply(divisor[index], factor));
      }, Array(correctionLength).fill(0)),
    );
    const interleave = (lists) => lists[0].flatMap((_, index) => lists.map((list) => list[index]));
    const words = [...interleave(blocks), ...interleave(corrections)];

    const size = 17 + 4 * version;
    const rows = Array.from({ length: size }, () => Array(size).fill(null));
    const set = (x, y, isDark) => {
      if (x >= 0 && y >= 0 && x < size && y < size) rows[y][x] = Boolean(isDark);
    };
    for (let index = 0; index < size; index += 1) {
      set(6, index, index % 2 === 0);
      set(index, 6, index % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dx = -4; dx <= 4; dx += 1) {
        for (let dy = -4; dy <= 4; dy += 1) {
          const distance = Math.max(Math.abs(dx), Math.abs(dy));
          set(x + dx, y + dy, distance !== 2 && distance !== 4);
        }
      }
    }
    const last = size - 7;
    const places = version === 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
    for (const x of places) {
      for (const y of places) {
        // Three corners have larger marks.
        if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
        for (let dx = -2; dx <= 2; dx += 1) {
          for (let dy = -2; dy <= 2; dy += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }
    }
    // The format code for error correction L and mask 0, with its own check bits, drawn in two places.
    const format = 0x77c4;
    for (let index = 0; index < 15; index += 1) {
      const bit = (format >> index) & 1;
      if (index < 6) set(8, index, bit);
      else if (index < 8) set(8, index + 1, bit);
      else if (index === 8) set(7, 8, bit);
      else set(14 - index, 8, bit);
      if (index < 8) set(size - 1 - index, 8, bit);
      else set(8, size - 15 + index, bit);
    }
    set(8, size - 8, true);
    const versionBits = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99 }[version];
    for (let index = 0; versionBits && index < 18; index += 1) {
      const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
      set(a, b, (versionBits >> index) & 1);
      set(b, a, (versionBits >> index) & 1);
    }
    // Draws the bits up and down in columns of two modules, from the right to the left.
    let position = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (rows[y][x] !== null) continue;
          const bit = (words[position >> 3] >> (7 - (position & 7))) & 1;
          rows[y][x] = Boolean(bit ^ ((x + y) % 2 === 0));
          position += 1;
        }
      }
    }
    return rows;
  }
})();
