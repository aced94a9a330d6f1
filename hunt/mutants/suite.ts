// What tests import in place of `vitest` when mutants are hunted: it collects the tests of a file and leaves to
// `run.ts` which of them run, and when. `expect` is the real one. What is not here makes a test fail without any
// mutant, and such tests are left out.

import { format } from "node:util";
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign(chai.expect, {
  unreachable: (message?: string): never => chai.expect.fail(message ?? "this was not to be reached"),
});

type Body = (...values: never[]) => unknown;

export interface Test {
  readonly name: string;
  readonly body: () => unknown;
}

let names: readonly string[] = [];
let collected: Test[] = [];

/** The tests that a file has, in the order in which they stand there. */
export async function collect(file: () => Promise<unknown>): Promise<readonly Test[]> {
  names = [];
  collected = [];
  await file();
  return collected;
}

type Declare = (name: string, ...rest: unknown[]) => void;

/** `it(name, body)`, with options or a time-out before or behind the body, and what hangs on it. */
function declaring(declare: (name: string, body: Body, values: readonly unknown[]) => void) {
  const bodyOf = (rest: readonly unknown[]): Body => rest.find((one) => typeof one === "function") as Body;
  const plain: Declare = (name, ...rest) => declare(name, bodyOf(rest), []);
  const nothing = Object.assign((() => {}) as Declare, { each: (): Declare => () => {} });
  const each =
    (table: readonly unknown[]): Declare =>
    (name, ...rest) => {
      for (const [index, row] of table.entries()) {
        const values = Array.isArray(row) ? row : [row];
        declare(titleOf(name, values, index), bodyOf(rest), values);
      }
    };
  const wanted = Object.assign(plain, { each });
  return Object.assign(wanted, {
    runIf: (condition: unknown) => (condition ? wanted : nothing),
    skipIf: (condition: unknown) => (condition ? nothing : wanted),
    skip: nothing,
  });
}

export const it = declaring((name, body, values) => {
  collected.push({ name: [...names, name].join(" > "), body: () => body(...(values as never[])) });
});
export const test = it;

export const describe = declaring((name, body, values) => {
  const outer = names;
  names = [...outer, name];
  body(...(values as never[]));
  names = outer;
});

/** What is to be cleared away is cleared away when the process ends. */
export function afterAll(body: () => unknown): void {
  process.on("exit", body);
}

function titleOf(name: string, values: readonly unknown[], index: number): string {
  const [first] = values;
  const named = name.replaceAll("%#", String(index)).replace(/\$([\w.]+)/g, (whole, path: string) => {
    const value = path
      .split(".")
      .reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], first);
    return value === undefined ? whole : String(value);
  });
  const holes = named.match(/%[sdifjoO]/g)?.length ?? 0;
  return format(named, ...values.slice(0, holes));
}

/** What follows each test is left to the tests themselves; those that need it fail here, and are left out. */
export const [afterEach, beforeEach, beforeAll] = [() => {}, () => {}, () => {}];

/** There are no spies here: tests with one fail without any mutant, and are left out. */
export const vi: Readonly<Record<string, never>> = {};
