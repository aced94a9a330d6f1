#!/usr/bin/env node
// Starts the build (`dist/tracehound.cjs`); committed so that npm can link it before the build exists. Half of a short
// run would go into compiling a megabyte of JavaScript, so what the first run has compiled is kept beside the bundle
// and handed to the next one. The bundle's threads start here as well.

const fs = require("node:fs");
const path = require("node:path");
const { Script } = require("node:vm");

const bundle = path.join(__dirname, "../dist/tracehound.cjs");
const cache = path.join(__dirname, "../dist/tracehound.cache");

/** V8 tells sources apart by their length only: the time of the build stands in front of what it compiled. */
const STAMP_BYTES = 8;

function start() {
  const stamp = Buffer.alloc(STAMP_BYTES);
  stamp.writeDoubleLE(fs.statSync(bundle).mtimeMs);
  const source = fs.readFileSync(bundle, "utf8");
  const compiled = read(stamp);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: bundle,
    ...(compiled === undefined ? {} : { cachedData: compiled }),
  });
  script.runInThisContext()({}, require, module, __filename, __dirname);
  if (compiled === undefined || script.cachedDataRejected) process.once("exit", () => keep(stamp, script));
}

/** What an earlier run has compiled of this very build, if that is there. */
function read(stamp) {
  try {
    const data = fs.readFileSync(cache);
    return stamp.equals(data.subarray(0, STAMP_BYTES)) ? data.subarray(STAMP_BYTES) : undefined;
  } catch {
    return undefined;
  }
}

/** Where nothing can be written, nothing is kept. Others may start meanwhile, so the file appears as a whole. */
function keep(stamp, script) {
  const draft = `${cache}.${process.pid}`;
  try {
    fs.writeFileSync(draft, Buffer.concat([stamp, script.createCachedData()]));
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
