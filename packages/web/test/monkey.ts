// A monkey at the page: it opens (also what is no XML), types, draws, asks, undoes, redoes, goes to the start, back,
// forward, and reloads at any moment, as a seed decides. Beside it stands a plain model of what was done; after each
// action the document, and everything that the browser keeps, is to be equal to it. One page takes many sequences, one
// after the other: loading it is most of what a sequence costs.

import { Prng } from "@tracehound/core";
import type { Page } from "playwright-core";

/** A document as the plain model knows it: of a drawing only what the monkey changes. */
interface Content {
  readonly name: string;
  readonly text: string;
  readonly own: readonly string[];
}

interface Step {
  readonly label: string;
  readonly from: { readonly id: number; readonly content: Content };
  readonly to: { readonly id: number; readonly content: Content };
}

const NOTHING: Content = { name: "", text: "", own: [] };
const XTA = (name: string): string => `process ${name}() { state a; init a; }\nsystem ${name};\n`;

/** What was done, as lists and maps. */
class Plain {
  readonly documents = new Map<number, Content>();
  current = 0;
  private made = 0;
  private done: Step[] = [];
  private undone: Step[] = [];
  private tabs: number[] = [0];
  private at = 0;
  /** The page can undo what an earlier sequence did; this one never goes so far. */
  private hasPast: boolean;

  constructor(hasPast: boolean) {
    this.hasPast = hasPast;
  }

  get now(): Content {
    return this.documents.get(this.current) ?? NOTHING;
  }
  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }
  canGo(by: number): boolean {
    return this.tabs[this.at + by] !== undefined;
  }

  /** A new document, or one that is there. */
  open(content: Content | number): void {
    const id = typeof content === "number" ? content : ++this.made;
    if (typeof content !== "number") this.documents.set(id, content);
    this.turn(id, "open");
    this.visit(id);
  }
  private turn(id: number, label: string): void {
    const from = { id: this.current, content: this.now };
    const to = { id, content: this.documents.get(id) ?? NOTHING };
    if (from.id !== 0 || this.done.length > 0 || this.hasPast) {
      this.done.push({ label, from, to });
      this.undone = [];
    }
    this.current = id;
  }
  private visit(id: number): void {
    if (this.tabs[this.at] === id) return;
    this.tabs = [...this.tabs.slice(0, this.at + 1), id];
    this.at++;
  }
  close(): void {
    if (this.current !== 0) this.open(0);
  }
  go(by: number): void {
    this.at += by;
    const id = this.tabs[this.at]!;
    if (id !== this.current) this.turn(id, "open");
  }
  /** Edits under one label that follow each other are one step, where they are joined. */
  change(change: Partial<Content>, label: string, isJoined = false): void {
    const from = { id: this.current, content: this.now };
    const to = { id: this.current, content: { ...this.now, ...change } };
    const latest = this.done.at(-1);
    if (isJoined && latest?.label === label && this.undone.length === 0)
      this.done[this.done.length - 1] = { ...latest, to };
    else this.done.push({ label, from, to });
    this.undone = [];
    this.documents.set(this.current, to.content);
  }
  undo(): void {
    const step = this.done.pop()!;
    this.undone.push(step);
    this.show(step.from);
  }
  redo(): void {
    const step = this.undone.pop()!;
    this.done.push(step);
    this.show(step.to);
  }
  private show({ id, content }: Step["from"]): void {
    this.current = id;
    if (id !== 0) this.documents.set(id, content);
    this.visit(id);
  }
  /**
   * Undo and redo go on where they were, through other documents and the start, as long as none comes a second time:
   * a slot keeps only the latest past of its document. Where none is open, nobody remembers.
   */
  reload(): void {
    const remembered = (stack: Step[], idOf: (step: Step) => number): Step[] => {
      const seen = new Set([this.current]);
      let first = stack.length;
      for (; first > 0; first--) {
        const step = stack[first - 1]!;
        if (step.from.id === step.to.id) continue;
        const id = idOf(step);
        if (id !== 0 && seen.has(id)) break;
        seen.add(id);
      }
      return this.current === 0 ? [] : stack.slice(first);
    };
    this.done = remembered(this.done, ({ from }) => from.id);
    this.undone = remembered(this.undone, ({ to }) => to.id);
    this.hasPast = false;
  }
}

interface Found {
  readonly id: string;
  /** The name that is shown. */
  readonly shown: string;
  readonly all: readonly {
    readonly id: string;
    readonly name: string;
    readonly text: string;
    readonly questions: readonly string[];
  }[];
}

/** Said as text, because hunts know no page. */
const inDatabase = (mode: string, work: string, answer: string): string => `new Promise((resolve) => {
  const request = indexedDB.open("tracehound", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("documents");
  request.onsuccess = () => {
    const asked = request.result.transaction("documents", "${mode}").objectStore("documents").${work}();
    asked.onsuccess = () => {
      request.result.close();
      resolve(${answer});
    };
  };
})`;
const LOOK = inDatabase(
  "readonly",
  "getAll",
  `{ id: history.state?.document ?? "", all: asked.result, shown: document.querySelector(".top .file")?.textContent ?? "" }`,
);
const FORGET_ALL = inDatabase("readwrite", "clear", "null");

/** Of a drawing the declarations and the names of its locations. */
function plainText(text: string): string {
  if (!text.includes("</nta>")) return text;
  const declaration = /<declaration>([\s\S]*?)<\/declaration>/.exec(text)?.[1] ?? "";
  const names = [...text.matchAll(/<location [^>]*>\s*<name[^>]*>([^<]*)<\/name>/g)].map(([, name]) => name);
  return `${declaration}|${names.join()}`;
}

const BROKEN = "</declaratoin>";
const NEW = "// Clocks, variables and channels that all processes see.\nclock x;\n|Start,Busy";

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

type Action = () => Promise<"slow" | "open" | "done" | "not possible">;

/**
 * What can be done, to the page and to the plain model alike. `slow`: whoever reloads before it is there has not done
 * it; `open`: something is still being written, which a reload keeps, and which Enter ends.
 */
function actionsOf(page: Page, plain: Plain, seed: number): Readonly<Record<string, Action>> {
  let count = 0;
  const openFile = async (name: string, text: string): ReturnType<Action> => {
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    plain.open({ name, text, own: [] });
    return "slow";
  };
  const go = async (by: number, walk: () => Promise<unknown>): ReturnType<Action> => {
    if (!plain.canGo(by)) return "not possible";
    plain.go(by);
    await walk();
    return "slow";
  };
  return {
    open: () => openFile(`m${seed}x${++count}.xta`, XTA(`P${count}`)),
    break: () => openFile(`m${seed}x${++count}.xml`, `<nta><declaration>// ${count}${BROKEN}\n<template>\n`),
    async draw() {
      await press(page, "New model");
      plain.open({ name: "untitled.xml", text: NEW, own: [] });
      return "slow";
    },
    async type() {
      if (plain.current === 0) return "not possible";
      const isDrawing = plain.now.name === "untitled.xml";
      const words = `// ${++count}\n`;
      const title = isDrawing ? "Declarations" : "Source";
      await page.locator(".tree button", { hasText: title }).first().click();
      await page.getByRole("textbox", { name: title }).click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText(words);
      plain.change({ text: words + plain.now.text }, isDrawing ? "typing in Declarations" : "typing", true);
      return "done";
    },
    async locate() {
      if (plain.now.name !== "untitled.xml") return "not possible";
      await page.locator(".tree .template > button:first-child").click();
      await page.locator(".stage [data-node]").first().waitFor();
      const name = `N${++count}`;
      const first = `L${plain.now.text.split("|")[1]!.split(",").length + 1}`;
      await press(page, "+ Location");
      await page.locator(".drawing svg[role=application]").click({ position: { x: 20 + 30 * (count % 9), y: 12 } });
      await page.keyboard.type(name);
      plain.change({ text: `${plain.now.text},${first}` }, "add a location");
      plain.change({ text: plain.now.text.replace(new RegExp(`${first}$`), name) }, "name a location");
      return "open";
    },
    async ask() {
      // Of what cannot be read nothing can be asked.
      if (plain.current === 0 || plain.now.text.includes(BROKEN)) return "not possible";
      const text = `E<> true && ${++count} > 0`;
      await page.getByLabel("Ask a question").fill(text);
      await press(page, "Ask");
      plain.change({ own: [...plain.now.own, text] }, "ask a question");
      return "done";
    },
    async undo() {
      if (!plain.canUndo) return "not possible";
      await press(page, "Undo");
      plain.undo();
      return "slow";
    },
    async redo() {
      if (!plain.canRedo) return "not possible";
      await press(page, "Redo");
      plain.redo();
      return "slow";
    },
    async start() {
      await page.locator(".brand").click();
      plain.close();
      return "slow";
    },
    back: () => go(-1, () => page.goBack()),
    forward: () => go(1, () => page.goForward()),
  };
}

/** The page as somebody new finds it; before the first sequence. */
export async function seat(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".gallery").first().waitFor();
}

/**
 * So many actions at a page that shows the start and keeps nothing; what is wrong afterwards, in sentences. Leaves it
 * so where nothing is.
 */
export async function monkey(page: Page, seed: number, actions: number): Promise<string[]> {
  const random = new Prng(seed + 1);
  const plain = new Plain((await page.locator('button[aria-label="Undo"]:enabled').count()) > 0);
  const story: string[] = [];
  const possible = actionsOf(page, plain, seed);
  // Whoever asks waits for an engine that is loaded anew: that is tried less often.
  const names = [...Object.keys(possible), ...Object.keys(possible).filter((name) => name !== "ask")];
  const wrongNow = async (): Promise<string[]> => {
    const wrong = await differs(page, plain);
    return wrong === undefined ? [] : [`${story.join(", ")}: ${wrong}`];
  };
  while (story.length < actions) {
    const isEmpty = plain.current === 0 && !plain.canUndo && !plain.canRedo;
    const name = isEmpty ? ["open", "draw"][random.below(2)]! : names[random.below(names.length)]!;
    const done = await possible[name]!();
    if (done === "not possible") continue;
    story.push(name);
    const reloads = random.below(4) === 0;
    if (done === "slow" || !reloads) {
      if (done === "open") await page.keyboard.press("Enter");
      const wrong = await wrongNow();
      if (wrong.length > 0) return wrong;
    }
    if (!reloads) continue;
    await page.reload();
    plain.reload();
    story.push("reload");
    const wrong = await wrongNow();
    if (wrong.length > 0) return wrong;
  }
  await possible["start"]!();
  const wrong = await wrongNow();
  await page.evaluate(FORGET_ALL);
  return wrong;
}

/** How the page differs from the plain model, once it has had time to become equal. */
async function differs(page: Page, plain: Plain): Promise<string | undefined> {
  const expected = [...plain.documents.values()].map((content) => JSON.stringify(content)).sort();
  for (let pause = 10; ; pause *= 1.3) {
    const { id, shown, all } = await page.evaluate<Found>(LOOK);
    const contents = new Map(
      all.map((kept) => [kept.id, { name: kept.name, text: plainText(kept.text), own: kept.questions }] as const),
    );
    const found = [...contents.values()].map((content) => JSON.stringify(content)).sort();
    const here = contents.get(id) ?? NOTHING;
    const wrong =
      JSON.stringify(here) !== JSON.stringify(plain.now)
        ? `open is ${JSON.stringify(here)}, not ${JSON.stringify(plain.now)}`
        : shown !== plain.now.name
          ? `shown is ${shown}, not ${plain.now.name}`
          : expected.join() !== found.join()
            ? `kept are ${found.join(" ")}, not ${expected.join(" ")}`
            : undefined;
    // Half a minute in all: on a busy machine it waits for what is to come.
    if (wrong === undefined || pause > 8000) return wrong;
    await page.waitForTimeout(pause);
  }
}
