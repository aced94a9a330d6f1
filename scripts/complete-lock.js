// Completes package-lock.json after `npm install`: native tools name one optional package per platform, and npm leaves
// those out of the lock that the registry at hand does not carry. `npm ci` then refuses the lock. Here they are entered
// by name, version and platform, so that npm passes over them where they do not fit.
//
//   npm run lock

import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const OS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32", "aix", "netbsd", "openbsd", "sunos"];
const CPU = ["arm64", "arm", "x64", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32", "mips64el"];

let added = 0;
for (const [at, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version) || isLocked(at, name, version)) continue;
    const words = name.split(/[-/@]/);
    const os = OS.find((candidate) => words.includes(candidate));
    const cpu = CPU.find((candidate) => words.includes(candidate));
    if (os === undefined && cpu === undefined) continue;
    lock.packages[placeFor(at, name)] = {
      version,
      ...(cpu === undefined ? {} : { cpu: [cpu] }),
      dev: true,
      ...(words.includes("musl") ? { libc: ["musl"] } : {}),
      optional: true,
      ...(os === undefined ? {} : { os: [os] }),
    };
    added++;
  }
}
const root = lock.packages[""];
const rest = Object.entries(lock.packages).filter(([at]) => at !== "");
lock.packages = { "": root, ...Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1))) };
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms entered`);

/** Where node would look for the package, nearest first. */
function places(at, name) {
  const found = [`${at}/node_modules/${name}`];
  for (let end = at.lastIndexOf("node_modules/"); end >= 0; end = at.lastIndexOf("node_modules/", end - 1)) {
    found.push(`${at.slice(0, end)}node_modules/${name}`);
    if (end === 0) break;
  }
  return found;
}

function isLocked(at, name, version) {
  const nearest = places(at, name).find((place) => place in lock.packages);
  return nearest !== undefined && lock.packages[nearest].version === version;
}

/** As far up as no other version stands in the way. */
function placeFor(at, name) {
  const free = places(at, name).filter((place) => !(place in lock.packages));
  return free.at(-1);
}
