// The documents of this browser and of this tab: each is kept in its slot after every change, the tab's history says
// which one it shows (so that Back and a reload find it), and a page that is closed notes down what was on its way.

import { defined } from "@tracehound/core";
import type { FileLink } from "../stores/file-link.ts";
import type { Past } from "../stores/history.ts";
import { Keeper } from "../stores/keeper.ts";
import { recallPast } from "../stores/recall.ts";
import { allKept, claim, forget, type Kept, keep, kept } from "../stores/slots.ts";
import { allNoted, type Note, note, noted, strike, type Unfinished } from "../stores/unfinished.ts";
import type { Workspace } from "../stores/workspace.ts";
import { openAddress, watchAddress } from "./address.ts";

export class Documents {
  readonly keeper: Keeper;
  private readonly workspace: Workspace;
  /** What was put last: version, questions, draft and strategy. */
  private latest = "";
  private shown = "";
  /** Where Back or Forward have led last, and where we are on the way to. */
  private wanted: string | undefined;
  private going: string | undefined;
  private isGoing = false;
  /** Edits of a closed page are being done again. */
  private isCatchingUp = false;
  private readonly notedHere: string[] = [];

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.keeper = new Keeper((from, to) => this.move(from, to));
    this.keeper.onChange(() => {
      const { status } = this.keeper.state;
      const { id } = workspace.document.state;
      document.body.dataset["saved"] = { kept: "yes", keeping: "no", refused: "never" }[status];
      if (status === "kept" && id !== "" && !this.isCatchingUp) strike(id);
    });
  }

  /** Opens what the address says, what this tab showed, or the latest document; from then on keeps every change. */
  async begin(): Promise<void> {
    const { workspace } = this;
    const changed = (): void => this.follow();
    workspace.document.onChange(changed);
    workspace.onChange(changed);
    watchAddress(workspace);
    addEventListener("popstate", () => void this.goTo(idOf(history.state)));
    addEventListener("hashchange", () => idOf(history.state) === undefined && void openAddress(workspace));
    addEventListener("pagehide", () => this.leave());
    // A page that comes back as it was still has what it noted.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) for (const id of this.notedHere.splice(0)) strike(id);
    });
    addEventListener("beforeunload", (event) => this.isAtRisk && event.preventDefault());
    const id = idOf(history.state);
    if (await openAddress(workspace, id)) return;
    // One can go back to the start.
    if (id === undefined) history.replaceState({ document: "" }, "");
    // Whatever is wrong with the address is to be read, also beside the document of the last visit.
    const { notice: wrong } = workspace.state;
    const found = id ?? (await this.newest());
    if (id === undefined && found !== undefined) history.replaceState(null, "");
    if (found === undefined || found === "" || workspace.document.state.name !== "") return;
    if (!(await this.open(found, isReloaded() ? SLOW_RELOAD : undefined))) {
      workspace.warn(GONE);
      return;
    }
    const { name } = workspace.document.state;
    if (wrong !== "") workspace.warn(`${wrong} – this is ${name}, as you left it`);
  }

  /** The latest one that no other tab works on. */
  private async newest(): Promise<string | undefined> {
    const [latest] = await allKept().catch(() => []);
    return latest !== undefined && (await claim(latest.id, 0)) ? latest.id : undefined;
  }

  /** All that are kept, the latest first; of equal ones the latest only. */
  async recent(): Promise<readonly Kept[]> {
    const stored = await allKept().catch(() => []);
    // What was closed before it could be kept is there as well.
    const owed = allNoted().filter(({ id }) => stored.every((document) => document.id !== id));
    const all = [...owed, ...stored];
    const seen = new Set<string>();
    return all.filter(({ id: _, at: __, file: ___, history: ____, ...rest }) => {
      const content = JSON.stringify(rest);
      return !seen.has(content) && seen.add(content);
    });
  }

  async remove({ id }: Kept): Promise<void> {
    await forget(id);
    strike(id);
  }

  async bringBack(document: Kept): Promise<void> {
    await keep(document);
  }

  /** A text stays among the recent documents, although nobody opened it here. */
  async keepCopy(name: string, text: string): Promise<void> {
    await keep({ id: crypto.randomUUID(), name, text, at: Date.now() }).catch(() => {});
  }

  /** Opens a document of this browser; false where it is gone. */
  async open(id: string, patience?: number): Promise<boolean> {
    const { workspace } = this;
    const isOurs = await claim(id, patience);
    const { found, owed } = await this.find(id);
    if (found === undefined || found.name === "") return false;
    const { name, text, saved = text, file, questions = [], draft = "", search = "" } = found;
    this.isCatchingUp = owed !== undefined;
    const past = workspace.document.isFresh ? await this.recall(found) : undefined;
    workspace.setLimits({ search });
    const known = defined({ id: isOurs ? id : undefined, file, past });
    await workspace.open(name, text, questions, { saved, draft, ...known });
    for (const { operations, label, joined } of owed ?? []) await workspace.edits.edit(operations, label, joined);
    this.isCatchingUp = false;
    if (!isOurs) workspace.tell(`${name} is open in another tab; this is a copy`);
    else if (!workspace.state.isProblem) workspace.tell(`${name}, as you left it`);
    return true;
  }

  /** As its slot has it, or what a page that was closed has noted since, with edits that it still owes. */
  private async find(id: string): Promise<{ found: Kept | undefined; owed?: readonly Unfinished[] }> {
    const stored = await kept(id).catch(() => undefined);
    if (stored !== undefined) this.keeper.knows(id, stored.text);
    const owed = newerThan(stored, noted(id));
    if (owed === undefined) return { found: stored };
    return { found: { ...owed.document, ...defined({ file: fileOf(owed.document, stored) }) }, owed: owed.edits };
  }

  /** What can be undone from here, also that other documents were open; those with edits to come stay out of it. */
  private recall(document: Kept): Promise<Past> {
    const find = async (id: string): Promise<Kept | undefined> => {
      const { found, owed = [] } = await this.find(id);
      return owed.length > 0 ? undefined : found;
    };
    const { workspace } = this;
    return recallPast(document, find, {
      asked: (questions) => workspace.asking.recalled(questions),
      turned: (before, after) => workspace.recalled(before, after),
    });
  }

  /** Back and Forward. Whoever presses them faster than documents open gets to where the last one led. */
  private async goTo(id: string | undefined): Promise<void> {
    this.wanted = id;
    if (this.isGoing) return;
    this.isGoing = true;
    try {
      do {
        this.going = this.wanted;
        await this.goNow(this.going);
      } while (this.going !== this.wanted);
    } finally {
      this.going = undefined;
      this.isGoing = false;
    }
  }

  private async goNow(id: string | undefined): Promise<void> {
    const { workspace } = this;
    if (id === undefined || id === workspace.document.state.id) return;
    if (id === "") await workspace.close();
    else if (!(await this.open(id))) workspace.warn(GONE);
  }

  private move(from: string, to: string): void {
    const model = this.workspace.document;
    if (model.state.id !== from) return;
    this.shown = to;
    history.replaceState({ document: to }, "");
    model.moveTo(to);
  }

  private get current(): Kept {
    const { workspace } = this;
    const { id, name, text, saved, file } = workspace.document.state;
    const { search, draft } = workspace.state;
    const questions = workspace.asking.own.map((question) => question.text);
    const { kept: past } = workspace.document;
    const isEmpty = Object.values(past).every((list) => list.length === 0);
    const rest = defined({ saved: saved === text ? undefined : saved, file, history: isEmpty ? undefined : past });
    return { id, name, text, questions, draft, search, at: Date.now(), ...rest };
  }

  private follow(): void {
    if (this.workspace.isTurning) return;
    const { id, version, saved, text, file } = this.workspace.document.state;
    if (id !== this.shown) {
      this.shown = id;
      // Where Back and Forward lead is in the history already.
      if (id !== this.going) this.remember(id);
    }
    if (id === "") {
      if (this.latest !== "") this.keeper.rest();
      this.latest = "";
      return;
    }
    const { search, draft } = this.workspace.state;
    const own = this.workspace.asking.own.map((question) => question.text);
    const now = JSON.stringify([
      id,
      version,
      saved === text,
      file?.kind === "served" ? file.tag : "",
      own,
      search,
      draft,
    ]);
    if (now === this.latest) return;
    this.latest = now;
    this.keeper.put(this.current);
  }

  /** The tab shows another document: one can go back to the one before. */
  private remember(id: string): void {
    if (idOf(history.state) === id) return;
    if (idOf(history.state) === undefined) history.replaceState({ document: id }, "");
    else history.pushState({ document: id }, "", location.pathname + location.search);
  }

  private leave(): void {
    const { workspace, keeper } = this;
    const { id } = workspace.document.state;
    const edits = id === "" ? [] : workspace.edits.finish();
    for (const document of keeper.waiting) if (document.id !== id) this.noteDown(document, []);
    if (id !== "" && (edits.length > 0 || keeper.state.status !== "kept")) this.noteDown(this.current, edits);
  }

  private noteDown(document: Kept, edits: readonly Unfinished[]): void {
    note(document, edits);
    this.notedHere.push(document.id);
  }

  /** Closing asks: the file has not what is seen here, or this browser has not what was. */
  private get isAtRisk(): boolean {
    const { workspace, keeper } = this;
    if (keeper.state.status === "refused") return true;
    return workspace.document.state.id !== "" && !workspace.document.isSaved;
  }
}

const GONE = "this document is no longer kept in this browser";

/** Milliseconds: nobody but the page that was there before holds what a reloaded one is to show. */
const SLOW_RELOAD = 30_000;

function isReloaded(): boolean {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return how?.type === "reload";
}

/** A note is struck out once everything is kept; one that is older is left over. */
function newerThan(stored: Kept | undefined, owed: Note | undefined): Note | undefined {
  return (owed?.document.at ?? 0) >= (stored?.at ?? 0) ? owed : undefined;
}

/** Notes are texts, and a file that the browser lets us write is none. */
function fileOf({ file }: Kept, stored: Kept | undefined): FileLink | undefined {
  return file?.kind === "served" ? file : stored?.file;
}

function idOf(state: unknown): string | undefined {
  const id = (state as { document?: unknown } | null)?.document;
  return typeof id === "string" ? id : undefined;
}
