// H: Towers of Hanoi. A disk that wants to move asks the next smaller one whether everything above is out of the way,
// that one asks on, and the answer comes back the same way: 2i transitions for a move of disk i. The family follows
// the automata reconstructed from the papers' trace lengths; they leave open what a disk does that stands in the way,
// so that is the variant.

import { defineFamily, range } from "./family.ts";

const PEGS = [1, 2, 3];

export const hanoi = defineFamily("hanoi", {
  summary: "Towers of Hanoi as communicating automata: n disks, moved from peg 1 to peg 2",
  sizes: { unit: "disks", min: 1, max: 12, default: 3 },
  hasCorrect: false,
  generate({ size, variant }) {
    const saysNo = variant !== "hold" && variant !== "refuse";
    const xta = `// Towers of Hanoi, ${size} disks; disk 1 is the smallest. req[i][r]: disk i asks whether all smaller disks are on peg r.
const int N = ${size};
typedef int[1, N] disk_t;
typedef int[1, 3] peg_t;
chan req[disk_t][peg_t];
chan ok[disk_t];
${saysNo && size > 1 ? "chan no[int[2, N]];\n" : ""}
${range(size)
  .map((i) => disk(i + 1, size, variant))
  .join("\n")}
// Above the smallest disk there is nothing.
process Top() {
    state idle, clear;
    init idle;
    trans
        idle -> clear { select r : peg_t; sync req[1][r]?; },
        clear -> idle { sync ok[1]!; };
}

system ${range(size)
      .map((i) => `Disk${size - i}`)
      .join(", ")}, Top;
`;
    return {
      xta,
      queries: [
        {
          formula: `E<> ${range(size)
            .map((i) => `Disk${i + 1}.I2`)
            .join(" && ")}`,
          comment: `All disks on peg 2. The shortest way has ${2 ** (size + 2) - 2 * size - 4} transitions.`,
          holds: true,
        },
      ],
    };
  },
  variants: [
    { name: "hold", summary: "a disk in the way keeps the request for ever" },
    { name: "no", summary: "a disk in the way refuses" },
    { name: "no-two-steps", summary: "a disk in the way refuses after an internal step" },
    { name: "refuse", summary: "a disk in the way does not accept the request" },
    { name: "forward-no", summary: "a disk in the way passes the request on and then refuses" },
  ],
});

/** One disk: I idle, W asked for itself, R was asked, F passed it on, O got the answer; the digits are pegs. */
function disk(i: number, size: number, variant: string): string {
  const states = new Set<string>(PEGS.map((p) => `I${p}`));
  const edges: string[] = [];
  // Nothing stands in the way of the smallest disk.
  const refusable = variant.includes("no") && i > 1;
  const edge = (from: string, to: string, label: string): void => {
    states.add(from).add(to);
    edges.push(`        ${from} -> ${to} { ${label}}`);
  };
  for (const p of PEGS) {
    for (const t of PEGS.filter((t) => t !== p)) {
      edge(`I${p}`, `W${p}${t}`, `sync req[${i}][${6 - p - t}]!; `);
      edge(`W${p}${t}`, `I${t}`, `sync ok[${i}]?; `);
      if (refusable) edge(`W${p}${t}`, `I${p}`, `sync no[${i}]?; `);
    }
  }
  if (i < size) {
    for (const p of PEGS) {
      for (const r of PEGS) {
        const request = `sync req[${i + 1}][${r}]?; `;
        if (p === r) {
          edge(`I${p}`, `R${p}${r}`, request);
          edge(`R${p}${r}`, `F${p}`, `sync req[${i}][${r}]!; `);
        } else if (variant === "hold" || variant === "forward-no") {
          edge(`I${p}`, `R${p}${r}`, request);
          edge(`R${p}${r}`, `B${p}`, `sync req[${i}][${r}]!; `);
        } else if (variant === "no") {
          edge(`I${p}`, `N${p}`, request);
        } else if (variant === "no-two-steps") {
          edge(`I${p}`, `R${p}${r}`, request);
          edge(`R${p}${r}`, `N${p}`, "");
        }
      }
      edge(`F${p}`, `O${p}`, `sync ok[${i}]?; `);
      edge(`O${p}`, `I${p}`, `sync ok[${i + 1}]!; `);
      if (variant === "hold") edge(`B${p}`, `H${p}`, `sync ok[${i}]?; `);
      if (variant.includes("no")) {
        if (refusable) edge(`F${p}`, `N${p}`, `sync no[${i}]?; `);
        edge(`N${p}`, `I${p}`, `sync no[${i + 1}]!; `);
      }
      if (variant === "forward-no") {
        edge(`B${p}`, `N${p}`, `sync ok[${i}]?; `);
        if (refusable) edge(`B${p}`, `N${p}`, `sync no[${i}]?; `);
      }
    }
  }
  return `process Disk${i}() {
    state ${[...states].join(", ")};
    init I1;
    trans
${edges.join(",\n")};
}
`;
}
