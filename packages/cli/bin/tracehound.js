#!/usr/bin/env node
// Starts the build (`dist/tracehound.cjs`); committed so that npm can link it before the build exists. Half of a short
// run would go into compiling a megabyte of JavaScript, so what the first run has compiled is kept beside the bundle
// and handed to the next one. The bundle's threads start here as well.

const fs = require("node:fs");
const path = require("node:path");
const { Script } = require("node:vm");

const bundle = path.join(__dirname, "../dist/tracehound.cjs");
const cache = path.join(__dirname, "../dist/tracehound.cache");

/**
 * V8 tells sources apart by their length only: the time of the build stands in front of what was compiled, and whether
 * a check did it. What another command compiles is little, and is replaced by what the first check does.
 */
const HEADER_BYTES = 16;
const BY_CHECK_AT = 8;
const isCheck = process.argv[2] === "check";

function start() {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeDoubleLE(fs.statSync(bundle).mtimeMs);
  header[BY_CHECK_AT] = isCheck ? 1 : 0;
  // The build is ASCII only, which is read several times faster as this.
  const source = fs.readFileSync(bundle, "latin1");
  const known = read(header);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: bundle,
    ...(known === undefined ? {} : { cachedData: known.subarray(HEADER_BYTES) }),
  });
  script.runInThisContext()({}, require, module, __filename, __dirname);
  const isKept = known !== undefined && !script.cachedDataRejected && known[BY_CHECK_AT] >= header[BY_CHECK_AT];
  if (!isKept) process.once("exit", () => keep(header, script));
}

/** What an earlier run has compiled of this very build, if that is there. */
function read(header) {
  try {
    const data = fs.readFileSync(cache);
    return header.compare(data, 0, BY_CHECK_AT, 0, BY_CHECK_AT) === 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Where nothing can be written, nothing is kept. Others may start meanwhile, so the file appears as a whole. */
function keep(header, script) {
  const draft = `${cache}.${process.pid}`;
  try {
    fs.writeFileSync(draft, Buffer.concat([header, script.createCachedData()]));
    fs.renameSync(draft, cache);
  } catch {
    fs.rmSync(draft, { force: true });
  }
}

if (fs.existsSync(bundle)) start();
else {
  process.stderr.write("tracehound is not built yet: run `npm run build` in the repository first.\n");
  process.exitCode = 70;
}
