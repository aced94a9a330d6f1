// A monkey at the page: it opens, types, draws, asks, undoes, redoes, goes to the start, back, and reloads at any
// moment, as a seed decides. Beside it stands a plain model of what was done; after each action the document, and
// everything that the browser keeps, is to be equal to it.

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

  get now(): Content {
    return this.documents.get(this.current) ?? NOTHING;
  }
  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }
  get canGoBack(): boolean {
    return this.at > 0;
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
    if (from.id !== 0 || this.done.length > 0) {
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
  back(): void {
    this.at--;
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
  /** What changed texts of this document since anything else was done can still be undone, and done again. */
  reload(): void {
    const isText = ({ label, from }: Step): boolean =>
      from.id === this.current && this.current !== 0 && label !== "open" && label !== "ask a question";
    const top = (stack: Step[]): Step[] => {
      const other = [...stack].reverse().findIndex((step) => !isText(step));
      return other < 0 ? stack : stack.slice(stack.length - other);
    };
    this.done = top(this.done);
    this.undone = top(this.undone);
  }
}

interface Found {
  readonly id: string;
  readonly all: readonly {
    readonly id: string;
    readonly name: string;
    readonly text: string;
    readonly questions: readonly string[];
  }[];
}

/** Said as text, because hunts know no page. */
const LOOK = `new Promise((resolve) => {
  const request = indexedDB.open("tracehound", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("documents");
  request.onsuccess = () => {
    const asked = request.result.transaction("documents").objectStore("documents").getAll();
    asked.onsuccess = () => {
      request.result.close();
      resolve({ id: history.state?.document ?? "", all: asked.result });
    };
  };
})`;

/** What the browser keeps, and which of it is open. */
async function seen(page: Page): Promise<{ id: string; all: Map<string, Content> }> {
  const found = await page.evaluate<Found>(LOOK);
  const contents = found.all.map(
    ({ id, name, text, questions }) => [id, { name, text: plainText(text), own: questions }] as const,
  );
  return { id: found.id, all: new Map(contents) };
}

/** Of a drawing the declarations and the names of its locations. */
function plainText(text: string): string {
  if (!text.includes("<nta")) return text;
  const declaration = /<declaration>([\s\S]*?)<\/declaration>/.exec(text)?.[1] ?? "";
  const names = [...text.matchAll(/<location [^>]*>\s*<name[^>]*>([^<]*)<\/name>/g)].map(([, name]) => name);
  return `${declaration}|${names.join()}`;
}

const NEW = "// Clocks, variables and channels that all processes see.\nclock x;\n|Start,Busy";

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

/** So many actions; what is wrong afterwards, in sentences. */
export async function monkey(page: Page, address: string, seed: number, actions = 8): Promise<string[]> {
  const random = new Prng(seed + 1);
  const plain = new Plain();
  const story: string[] = [];
  let count = 0;
  await page.goto(address);
  await page.locator(".gallery").first().waitFor();

  const ACTIONS: Readonly<Record<string, () => Promise<(() => void) | undefined>>> = {
    async open() {
      const name = `m${seed}x${++count}`;
      const buffer = Buffer.from(XTA(`P${count}`));
      await page.locator('input[type="file"]').setInputFiles({ name: `${name}.xta`, mimeType: "text/plain", buffer });
      plain.open({ name: `${name}.xta`, text: XTA(`P${count}`), own: [] });
      // Whoever reloads while a file is chosen has not opened it.
      return () => {};
    },
    async draw() {
      await press(page, "New model");
      plain.open({ name: "untitled.xml", text: NEW, own: [] });
      return () => {};
    },
    async type() {
      if (plain.current === 0) return undefined;
      const isDrawing = plain.now.name.endsWith(".xml");
      const words = `// ${++count}\n`;
      const title = isDrawing ? "Declarations" : "Source";
      await page.locator(".tree button", { hasText: title }).first().click();
      await page.getByRole("textbox", { name: title }).click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText(words);
      plain.change({ text: words + plain.now.text }, isDrawing ? "typing in Declarations" : "typing", true);
      return undefined;
    },
    async locate() {
      if (!plain.now.name.endsWith(".xml")) return undefined;
      await page.locator(".tree .template > button:first-child").click();
      await page.locator(".stage [data-node]").first().waitFor();
      const name = `N${++count}`;
      const first = `L${plain.now.text.split("|")[1]!.split(",").length + 1}`;
      await press(page, "+ Location");
      await page.locator(".drawing svg[role=application]").click({ position: { x: 20 + 30 * (count % 9), y: 12 } });
      await page.keyboard.type(name);
      plain.change({ text: `${plain.now.text},${first}` }, "add a location");
      plain.change({ text: plain.now.text.replace(new RegExp(`${first}$`), name) }, "name a location");
      // A name that is being written is kept by a reload as well; else Enter ends it.
      return () => void page.keyboard.press("Enter");
    },
    async ask() {
      if (plain.current === 0) return undefined;
      const text = `E<> true && ${++count} > 0`;
      await page.getByLabel("Ask a question").fill(text);
      await press(page, "Ask");
      plain.change({ own: [...plain.now.own, text] }, "ask a question");
      return undefined;
    },
    async undo() {
      if (!plain.canUndo) return undefined;
      await press(page, "Undo");
      plain.undo();
      return () => {};
    },
    async redo() {
      if (!plain.canRedo) return undefined;
      await press(page, "Redo");
      plain.redo();
      return () => {};
    },
    async start() {
      await page.locator(".brand").click();
      plain.close();
      return () => {};
    },
    async back() {
      if (!plain.canGoBack) return undefined;
      plain.back();
      await page.goBack();
      return () => {};
    },
  };
  const names = Object.keys(ACTIONS);
  for (let i = 0; i < actions; i++) {
    const name =
      plain.current === 0 && !plain.canUndo ? ["open", "draw"][random.below(2)]! : names[random.below(names.length)]!;
    const finish = await ACTIONS[name]!();
    story.push(name);
    const isSlow = finish !== undefined && name !== "locate";
    const reloads = random.below(3) === 0;
    if (isSlow || !reloads) {
      finish?.();
      const wrong = await differs(page, plain);
      if (wrong !== undefined) return [`${story.join(", ")}: ${wrong}`];
    }
    if (!reloads) continue;
    await page.reload();
    plain.reload();
    story.push("reload");
    const wrong = await differs(page, plain);
    if (wrong !== undefined) return [`${story.join(", ")}: ${wrong}`];
  }
  return [];
}

/** How the page differs from the plain model, once it has had time to become equal. */
async function differs(page: Page, plain: Plain): Promise<string | undefined> {
  const expected = [...plain.documents.values()].map((content) => JSON.stringify(content)).sort();
  let wrong: string | undefined = "it was not looked at";
  for (let attempt = 0; attempt < 200; attempt++) {
    const { id, all } = await seen(page);
    const found = [...all.values()].map((content) => JSON.stringify(content)).sort();
    const here = all.get(id) ?? NOTHING;
    const shown =
      (await page.locator(".top .file").count()) === 0 ? "" : await page.locator(".top .file").textContent();
    wrong =
      JSON.stringify(here) !== JSON.stringify(plain.now)
        ? `open is ${JSON.stringify(here)}, not ${JSON.stringify(plain.now)}`
        : shown !== plain.now.name
          ? `shown is ${shown}, not ${plain.now.name}`
          : expected.join() !== found.join()
            ? `kept are ${found.join(" ")}, not ${expected.join(" ")}`
            : undefined;
    if (wrong === undefined) return undefined;
    await page.waitForTimeout(25);
  }
  return wrong;
}
