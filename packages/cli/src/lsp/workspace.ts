// The files that an editor has open, and what is known of them. A model and the questions beside it (`lamp.xta`,
// `lamp.q`) are read together: a change of either makes both be read again when something is next asked.

import { type Analysis, analyse } from "@tracehound/core";

/** Files that are not open. Null: there is none. */
export interface Files {
  read(uri: string): string | null;
}

/** Which files of questions stand beside which models. */
const QUESTIONS = /\.(?:q|props|pctl|csl)$/;
const MODELS = ["xml", "xta", "ta", "tck"];
const PRISM_MODELS = ["prism", "pm", "nm", "sm"];
const PRISM_QUESTIONS = ["props", "pctl", "csl"];

export class Workspace {
  private readonly files: Files;
  private readonly open = new Map<string, string>();
  private readonly known = new Map<string, Analysis>();

  constructor(files: Files) {
    this.files = files;
  }

  /** Opened or changed; null: closed. */
  set(uri: string, text: string | null): void {
    if (text === null) this.open.delete(uri);
    else this.open.set(uri, text);
    this.changed(uri);
  }

  /** The file is another one on the disk. */
  changed(uri: string): void {
    for (const relative of [uri, this.modelOf(uri)]) if (relative !== undefined) this.known.delete(relative);
  }

  isOpen(uri: string): boolean {
    return this.open.has(uri);
  }

  text(uri: string): string | null {
    return this.open.get(uri) ?? this.files.read(uri);
  }

  /** The open files that are read together with this one. */
  together(uri: string): string[] {
    const model = this.modelOf(uri);
    const all = [uri, ...(model === undefined ? [] : [model, this.questionsOf(model)])];
    return [...new Set(all)].filter((candidate) => this.open.has(candidate));
  }

  /** Undefined for questions without a model, and for XML that is something else. */
  analysis(uri: string): Analysis | undefined {
    const model = this.modelOf(uri);
    if (model === undefined) return undefined;
    let analysis = this.known.get(model);
    if (analysis === undefined) {
      const content = this.text(model) ?? "";
      if (model.endsWith(".xml") && !isUppaal(content)) return undefined;
      const questions = this.questionsOf(model);
      const beside = questions === model ? null : this.text(questions);
      analysis = analyse(
        { name: model, content },
        beside === null || beside.trim() === "" ? undefined : { name: questions, content: beside },
      );
      this.known.set(model, analysis);
    }
    return analysis;
  }

  /** The model that a file of questions belongs to: the one of the same name. */
  private modelOf(uri: string): string | undefined {
    if (!QUESTIONS.test(uri)) return uri;
    const extensions = uri.endsWith(".q") ? MODELS : PRISM_MODELS;
    const models = extensions.map((extension) => uri.replace(/[^.]*$/, extension));
    return models.find((model) => this.open.has(model)) ?? models.find((model) => this.files.read(model) !== null);
  }

  /** The file of questions of the same name: of a PRISM model one of three, that which is open or there. */
  private questionsOf(model: string): string {
    const isPrism = PRISM_MODELS.some((extension) => model.endsWith(`.${extension}`));
    const files = (isPrism ? PRISM_QUESTIONS : ["q"]).map((extension) => model.replace(/\.[^./]*$/, `.${extension}`));
    const isThere = (file: string): boolean => files.length > 1 && this.files.read(file) !== null;
    return files.find((file) => this.open.has(file)) ?? files.find(isThere) ?? files[0]!;
  }
}

/** Most XML files are no models, and not ours to complain about. */
function isUppaal(xml: string): boolean {
  const [root] = /<[A-Za-z][\w:.-]*/.exec(xml.slice(0, 10_000).replace(/<!--[\s\S]*?-->/g, "")) ?? [];
  return root === "<nta" || root === "<project";
}
