// What is asked: the questions of the file, which are edits of it, and those that were asked here, which undo takes
// back, too.

import type { Beside, QuestionChange } from "./history.ts";
import type { Desk, Question } from "./workspace-state.ts";

export class Questions {
  private readonly desk: Desk;
  private made = 0;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  nextId(): number {
    return ++this.made;
  }

  /** Asks what is not in the file; undo takes it back. */
  ask(text: string): number {
    const question = this.newQuestion(text);
    this.putOwn([...this.own, question], "ask a question");
    this.desk.put({ chosen: question.id });
    return question.id;
  }

  newQuestion(text: string): Question {
    return { id: this.nextId(), text, comment: "", own: true, run: undefined };
  }

  /** What was asked here and is not in the file. */
  get own(): readonly Question[] {
    return this.desk.state.questions.filter(({ own }) => own);
  }

  /** Changes what is asked here, in a way that can be undone. */
  private putOwn(own: readonly Question[], label: string): void {
    const before = this.own;
    this.showOwn(own);
    this.desk.document.record(label, this.changing(before, own));
  }

  private changing(before: readonly Question[], after: readonly Question[]): Beside {
    const questions = { before: before.map(({ text }) => text), after: after.map(({ text }) => text) };
    return { undo: () => this.showOwn(before), redo: () => this.showOwn(after), questions };
  }

  /** A change of an earlier visit. */
  recalled(questions: QuestionChange): Beside {
    const show = (texts: readonly string[]): void => {
      const own = [...this.own];
      const known = (text: string): Question | undefined => {
        const index = own.findIndex((question) => question.text === text);
        return index < 0 ? undefined : own.splice(index, 1)[0];
      };
      this.showOwn(texts.map((text) => known(text) ?? this.newQuestion(text)));
    };
    return { undo: () => show(questions.before), redo: () => show(questions.after), questions };
  }

  /** Those that stay keep their answers; the runs of those that go are ended. */
  private showOwn(own: readonly Question[]): void {
    const old = this.desk.state.questions;
    const stays = (id: number, text: string) => old.find((known) => known.id === id && known.text === text);
    const questions = [
      ...old.filter((question) => !question.own),
      ...own.map(({ id, text, ...rest }) => stays(id, text) ?? { ...rest, id, text, run: undefined }),
    ];
    for (const { run } of old) if (questions.every((question) => question.run !== run)) run?.dispose();
    const { chosen } = this.desk.state;
    // What comes back is looked at.
    const [back] = questions.filter(({ id }) => old.every((question) => question.id !== id));
    const stayed = questions.find(({ id }) => id === chosen);
    this.desk.put({ questions, chosen: (back ?? stayed ?? questions[0])?.id });
  }

  /** Asks what a query file asks and nobody has asked yet. */
  async askAll(name: string, text: string): Promise<void> {
    try {
      const texts = await this.desk.helper.call("questions", { source: this.desk.document.source, name, text });
      const asked = new Set(this.desk.state.questions.map((question) => question.text.replace(/\s+/g, " ").trim()));
      const fresh = [...new Set(texts)].filter((question) => !asked.has(question));
      for (const question of fresh) this.ask(question);
      this.desk.tell(`${name}: ${fresh.length} of ${texts.length} questions are new`);
    } catch (error) {
      this.desk.warn(`${name}: ${(error as Error).message}`);
    }
  }

  change(id: number, text: string): void {
    const fileIndex = this.desk.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0 && this.desk.document.state.view?.format === "xml") {
      void this.desk.edit([{ kind: "query", index: fileIndex, text }], "change a question");
      return;
    }
    // Questions of other formats stand in the text of the file: what is asked instead is asked here.
    if (fileIndex >= 0) {
      this.ask(text);
      return;
    }
    const changed = this.own.map((question) => (question.id === id ? { ...question, text } : question));
    this.putOwn(changed, "change a question");
  }

  /** A question that was asked here becomes one of the file. */
  keep(id: number): void {
    const question = this.desk.state.questions.find((candidate) => candidate.id === id);
    if (question === undefined) return;
    const index = this.desk.state.questions.filter(({ own }) => !own).length;
    const before = this.own;
    const beside = this.changing(
      before,
      before.filter((other) => other.id !== id),
    );
    const operation = { kind: "query", index, text: question.text } as const;
    void this.desk.edit([operation], "keep a question", false, beside).then((done) => {
      if (done) this.showOwn(this.own.filter((other) => other.id !== id));
    });
  }

  forget(id: number): void {
    const fileIndex = this.desk.state.questions.filter(({ own }) => !own).findIndex((question) => question.id === id);
    if (fileIndex >= 0) {
      void this.desk.edit([{ kind: "query", index: fileIndex, text: null }], "remove a question");
      return;
    }
    this.putOwn(
      this.own.filter((question) => question.id !== id),
      "remove a question",
    );
    this.desk.tell("the question is gone; Undo brings it back");
  }
}
