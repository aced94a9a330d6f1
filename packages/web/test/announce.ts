// Starts one browser for all tests of the page, and says at the end what did not run: a test that is skipped in silence
// looks like one that passed. Where a browser is required (`TRACEHOUND_BROWSER=required`, as `.ci/run` sets it), its
// absence is a failure.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ARGUMENTS, executablePath, ROOT } from "./find-browser.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the browser listens; undefined: there is none. */
    browser: string | undefined;
  }
}

export default async function announce(project: TestProject): Promise<() => Promise<void>> {
  const missing = [
    ...(executablePath === undefined ? ["no Chromium is installed: the page was NOT tested in a browser"] : []),
    ...(existsSync(join(ROOT, "packages/web/dist/index.html"))
      ? []
      : ["the page is not built (`npm run build`): it was NOT tested"]),
    ...(existsSync(join(ROOT, "../shared/models"))
      ? []
      : ["../shared/models is not here: other people's models were NOT tried"]),
  ];
  if (executablePath === undefined && process.env["TRACEHOUND_BROWSER"] === "required") {
    throw new Error("a browser is required here, and none is installed");
  }
  const browser =
    executablePath === undefined
      ? undefined
      : await chromium.launchServer({ executablePath, timeout: 240_000, args: ARGUMENTS });
  project.provide("browser", browser?.wsEndpoint());
  return async () => {
    await browser?.close();
    for (const line of missing) console.log(`\n  ! ${line}`);
  };
}
