// What a stranger gets: the tarball of `npm pack`, installed into an empty folder, without a network. Runs on the
// built command line, which `npm test` makes before the tests.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { ROOT } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const built = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));
if (!built) console.info("The command line is not built (`npm run build`): the packed one is not tried here.");

describe.runIf(built)("the packed command line", () => {
  it("installs offline into an empty folder and runs", () => {
    const home = scratchFolder();
    const npm = (cwd: string, ...args: string[]): string =>
      execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    const [packed] = JSON.parse(npm(join(ROOT, "packages/cli"), "pack", "--json", "--pack-destination", home));
    const files = packed.files.map(({ path }: { path: string }) => path);
    expect(files).toEqual(
      expect.arrayContaining(["bin/tracehound.js", "dist/page/index.html", "dist/tracehound.cjs", "package.json"]),
    );
    expect(files.filter((path: string) => path.startsWith("src/") || path.startsWith("test/"))).toEqual([]);

    const app = join(home, "app");
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), '{ "name": "app", "private": true }');
    npm(app, "install", "--offline", "--no-audit", "--no-fund", join(home, packed.filename));
    const npx = (...args: string[]): string => npm(app, "exec", "--offline", "--", "tracehound", ...args);
    const { version } = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"));
    expect(npx("--version").trim()).toBe(version);
    writeFileSync(join(app, "m.tck"), "system:s\nprocess:P\nlocation:P:l{initial:}\n");
    expect(npx("info", "m.tck")).toContain("TChecker model s");
    expect(npx("serve", "--help")).toContain("127.0.0.1");
    npx("init");
    expect(npx("check", "lamp.xta", "-q", "E<> Lamp.bright")).toContain("satisfied");
    npx("examples", "hanoi", "-o", "hanoi.xml");
    expect(npx("check", "hanoi.xml", "--expect")).toContain("satisfied");
    expect(JSON.parse(npx("doctor", "--json"))).toMatchObject({ ok: true });
  }, 600_000);

  it("gives bundlers only what is used of the library, and nothing of node", async () => {
    const folder = scratchFolder();
    const library = join(ROOT, "packages/cli/dist/library/index.js");
    const packed = async (names: string): Promise<string> => {
      const input = join(folder, `${names.replace(/\W/g, "")}-used.js`);
      writeFileSync(input, names === "" ? `import "${library}";` : `export { ${names} } from "${library}";`);
      const bundle = await rolldown({ input, platform: "browser", logLevel: "silent" });
      const { output } = await bundle.generate({ format: "esm" });
      return output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
    };
    const [nothing, load, simulate, all] = await Promise.all(
      ["", "load", "simulate", "check, explain, load, simulate"].map(packed),
    );
    expect(nothing!.trim()).toBe("");
    expect(load!.length).toBeLessThan(0.4 * all!.length);
    expect(simulate!.length).toBeLessThan(0.15 * all!.length);
    expect(/^import .*$/m.exec(all!)).toBe(null);
  });

  it("leaves with its exit code", () => {
    const bin = join(ROOT, "packages/cli/bin/tracehound.js");
    expect(execFileSync(process.execPath, [bin, "--version"], { encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+\n$/);
    let code: unknown;
    try {
      execFileSync(process.execPath, [bin, "info", "missing.xml"], { stdio: "ignore" });
    } catch (error) {
      code = (error as { status: unknown }).status;
    }
    expect(code).toBe(10);
  });
});
