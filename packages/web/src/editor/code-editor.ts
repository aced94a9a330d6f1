// The text editor, loaded when it is first needed: CodeMirror with highlighting, completion, hover, diagnostics in
// place, find, go to definition and rename. It lives in a shadow root, where it may bring its own style sheets.

import { acceptCompletion, autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { MODEL_WORDS, type ModelSymbol, QUERY_WORDS, TCHECKER_WORDS } from "@tracehound/core";
import type { Problem } from "../stores/model-view.ts";
import type { QueryName, QueryNames } from "../ui/query-names.ts";
import { endsLikeWindows, forEditor, forFile, placeInEditor } from "./line-ends.ts";

export interface EditorHost {
  onChange(text: string): void;
  /** A text of the model, with names that lead somewhere. */
  readonly section?: {
    symbols(): readonly ModelSymbol[];
    goTo(symbol: ModelSymbol): void;
    rename(name: string): void;
  };
  /** A short text: a question, with the names of questions, or a label, with those of its section. */
  readonly line?: {
    names?(): QueryNames;
    readonly placeholder: string;
    submit(): void;
    cancel(): void;
    leave?(): void;
  };
}

const KEYWORDS = [...new Set([...MODEL_WORDS, ...TCHECKER_WORDS])];
const TYPES = new Set(["clock", "chan", "int", "bool", "void", "struct", "scalar", "double"]);
const words = new Set(KEYWORDS);

const language = StreamLanguage.define<{ inComment: boolean }>({
  startState: () => ({ inComment: false }),
  token(stream, state) {
    if (state.inComment) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.inComment = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//") || (stream.sol() && stream.match("#"))) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inComment = true;
      return "comment";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\d+(?:\.\d+)?/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word !== null) return TYPES.has(word[0]) ? "typeName" : words.has(word[0]) ? "keyword" : "variableName";
    stream.next();
    return "operator";
  },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--invariant)" },
  { tag: tags.typeName, color: "var(--sync)" },
  { tag: tags.number, color: "var(--update)" },
  { tag: tags.string, color: "var(--guard)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--paper)" },
  ".cm-content": {
    fontFamily: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    caretColor: "var(--accent)",
  },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--glow) !important" },
  ".cm-selectionMatch": { backgroundColor: "var(--glow)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--faint)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--paper)" },
  ".cm-panels input, .cm-panels button": {
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    backgroundImage: "none",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
});

const lineLook = EditorView.theme({
  "&": { height: "auto", fontSize: "12.5px", backgroundColor: "transparent" },
  ".cm-content": { padding: "3px 0" },
  ".cm-line": { padding: "0 2px" },
  ".cm-scroller": { overflow: "hidden" },
  "&.cm-focused": { outline: "none" },
  ".cm-placeholder": { color: "var(--soft)" },
});

export class CodeEditor {
  private readonly view: EditorView;
  private readonly host: EditorHost;
  private silent = false;
  private isGone = false;
  /** As the file has it. */
  private text: string;
  private isWindows: boolean;

  constructor(parent: HTMLElement, text: string, label: string, host: EditorHost) {
    this.host = host;
    this.text = text;
    this.isWindows = endsLikeWindows(text);
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          drawSelection(),
          bracketMatching(),
          language,
          syntaxHighlighting(colours),
          host.line === undefined ? this.forSection() : this.forLine(host.line),
          look,
          autocompletion({ override: [(context) => this.complete(context)] }),
          EditorView.contentAttributes.of({ "aria-label": label }),
          // Browsers merge selected lines with inline styles of their own, which the policy of the page forbids.
          EditorView.domEventHandlers({
            beforeinput(event, view) {
              if (event.inputType !== "insertText" || event.data === null || view.state.selection.main.empty)
                return false;
              event.preventDefault();
              view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: "input.type" });
              return true;
            },
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || this.silent) return;
            this.text = forFile(update.state.doc.toString(), this.isWindows);
            host.onChange(this.text);
          }),
        ],
      }),
    });
    // Who cannot use a mouse scrolls by keys.
    if (host.line === undefined) this.view.scrollDOM.tabIndex = 0;
  }

  private forSection(): Extension {
    return [
      lineNumbers(),
      highlightSelectionMatches(),
      lintGutter(),
      this.forNames(),
      keymap.of([
        { key: "F2", run: (view) => this.rename(view) },
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ];
  }

  /** Names that lead somewhere. */
  private forNames(): Extension {
    return [
      hoverTooltip((view, position) => this.hover(view, position)),
      EditorView.domEventHandlers({
        click: (event, view) => (event.ctrlKey || event.metaKey) && this.goTo(view, view.posAtCoords(event)),
      }),
      keymap.of([{ key: "F12", run: (view) => this.goTo(view, view.state.selection.main.head) }]),
    ];
  }

  private forLine({ names, submit, cancel, leave, placeholder: hint }: NonNullable<EditorHost["line"]>): Extension {
    const done = (act: () => void) => (): boolean => {
      act();
      return true;
    };
    return [
      lineLook,
      EditorView.lineWrapping,
      placeholder(hint),
      this.forNames(),
      EditorView.domEventHandlers({ blur: () => leave?.() }),
      keymap.of([
        ...completionKeymap,
        // From one label to the next it is a step, as between all fields.
        ...(names === undefined ? [] : [{ key: "Tab", run: acceptCompletion }]),
        { key: "Enter", run: done(submit) },
        { key: "Escape", run: done(cancel) },
        ...historyKeymap,
        ...defaultKeymap,
      ]),
    ];
  }

  /** The text from outside, where it is another one: undo, rename, a click on an automaton. */
  setText(text: string): void {
    this.text = text;
    if (text.includes("\n")) this.isWindows = endsLikeWindows(text);
    const now = this.view.state.doc.toString();
    const wanted = forEditor(text);
    if (now === wanted) return;
    this.silent = true;
    this.view.dispatch({ changes: { from: 0, to: now.length, insert: wanted } });
    this.silent = false;
  }

  setProblems(problems: readonly Problem[]): void {
    const { length } = this.view.state.doc;
    const found: Diagnostic[] = problems.map(({ severity, message, hint, from = 0, to = 0 }) => ({
      from: Math.min(this.placeOf(from), length),
      to: Math.min(this.placeOf(Math.max(to, from + 1)), length),
      severity,
      message: hint === undefined ? message : `${message}\n${hint}`,
    }));
    this.view.dispatch(
      setDiagnostics(
        this.view.state,
        found.filter(({ from, to }) => from <= to),
      ),
    );
  }

  private placeOf(place: number): number {
    return placeInEditor(this.text, place);
  }

  select(from: number, to: number): void {
    const { length } = this.view.state.doc;
    const selection = { anchor: Math.min(this.placeOf(from), length), head: Math.min(this.placeOf(to), length) };
    this.view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
    this.view.focus();
  }

  /** At the end, or where somebody was in the field that this editor takes the place of. */
  focus(from = this.view.state.doc.length, to = from): void {
    this.view.focus();
    const { length } = this.view.state.doc;
    this.view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
  }

  destroy(): void {
    this.isGone = true;
    this.view.destroy();
  }

  private complete(context: CompletionContext) {
    const { line, section } = this.host;
    // What was typed last may be completed when the editor is no longer there.
    if (this.isGone) return null;
    return line?.names === undefined
      ? this.completeText(context, section?.symbols() ?? [])
      : completeQuery(context, line.names());
  }

  private completeText(context: CompletionContext, symbols: readonly ModelSymbol[]) {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    const options = [
      ...symbols.map(({ name, detail }) => ({ label: name, detail: detail.slice(0, 60) })),
      ...KEYWORDS.map((label) => ({ label, type: "keyword" })),
    ];
    return {
      from: word?.from ?? context.pos,
      options: options.filter(({ label }, i) => options.findIndex((other) => other.label === label) === i),
    };
  }

  private symbolAt(
    view: EditorView,
    position: number | null,
  ): { symbol: ModelSymbol; from: number; to: number } | undefined {
    const range = position === null ? null : view.state.wordAt(position);
    if (range === null) return undefined;
    const name = view.state.sliceDoc(range.from, range.to);
    const symbol = this.host.section?.symbols().find((candidate) => candidate.name === name);
    return symbol === undefined ? undefined : { symbol, from: range.from, to: range.to };
  }

  private hover(view: EditorView, position: number) {
    const found = this.symbolAt(view, position);
    if (found === undefined) return null;
    return {
      pos: found.from,
      end: found.to,
      create: () => {
        const dom = document.createElement("div");
        dom.textContent = found.symbol.detail;
        return { dom };
      },
    };
  }

  private goTo(view: EditorView, position: number | null): boolean {
    const found = this.symbolAt(view, position);
    if (found !== undefined) this.host.section?.goTo(found.symbol);
    return found !== undefined;
  }

  private rename(view: EditorView): boolean {
    const found = this.symbolAt(view, view.state.selection.main.head);
    if (found !== undefined) this.host.section?.rename(found.symbol.name);
    return found !== undefined;
  }
}

/** After the point of a process: what it has. Elsewhere: processes, global names and the words of queries. */
function completeQuery(context: CompletionContext, { global, of }: QueryNames) {
  const shown = ({ name, detail }: QueryName) => ({ label: name, detail: detail.slice(0, 48) });
  const inside = context.matchBefore(/[A-Za-z_]\w*(?:\([^()]*\))?\.\w*/);
  if (inside !== null) {
    const point = inside.text.lastIndexOf(".");
    const owner = inside.text.slice(0, point);
    const names = of.get(owner) ?? of.get(owner.replace(/\(.*$/, ""));
    return names === undefined ? null : { from: inside.from + point + 1, options: names.map(shown) };
  }
  const word = context.matchBefore(/[A-Za-z_][\w[\]<>]*/);
  if (word === null && !context.explicit) return null;
  const words = QUERY_WORDS.map((label) => ({ label, type: "keyword" }));
  return { from: word?.from ?? context.pos, options: [...global.map(shown), ...words] };
}
