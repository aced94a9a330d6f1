// `LTL:` and `LTL-some:`: the formula (or its negation) becomes an automaton, and a lasso is looked for in the product.
// What the lasso shows is tested once more on the letters of the timed run, by the meaning of the formula alone
// (`trace/replay/replay.ts`).

import {
  type Automaton,
  automatonToHoa,
  type Ltl,
  LtlFormulas,
  normalForm,
  TooLarge,
  tightAutomaton,
  translate,
} from "../../ltl/index.ts";
import { type Formula, type Query, type QueryOf, type Sought, soughtBy, type Temporal } from "../../network/index.ts";
import type { Answer } from "../answer.ts";
import type { Session } from "../session.ts";
import { checkByLassos, tooLarge } from "./lassos.ts";

type Question = Sought & { readonly kind: "lasso" };

export async function checkTemporal(session: Session): Promise<Answer> {
  const { query } = session;
  const { temporal, atoms, whenFound } = soughtBy(query) as Question;
  const automaton = session.work(() => automatonOf(temporal, atoms));
  if (automaton instanceof TooLarge) return tooLarge(query, automaton);
  return checkByLassos(session, {
    automaton,
    atoms,
    frameSize: query.frameSize,
    whenFound,
    endsCount: session.context.options.runs !== "infinite",
    divergent: session.context.options.runs === "divergent",
    word: { temporal, atoms },
    tight: () => automatonOf(temporal, atoms, (_, formula) => tightAutomaton(formula, atoms.length)),
  });
}

/** The automaton of the runs that decide a query; undefined where the query is no temporal formula. */
interface DecidingAutomaton {
  /** `runs that violate LTL: …` */
  readonly title: string;
  /** Of the atoms, which its edges speak of as bits. */
  readonly names: readonly string[];
  readonly automaton: Automaton;
}

export function decidingAutomaton(query: Query): DecidingAutomaton | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "lasso") return undefined;
  const { names } = query as QueryOf<"temporal">;
  const automaton = automatonOf(sought.temporal, sought.atoms);
  const title = `${sought.whenFound === "violated" ? "runs that violate" : "runs that satisfy"} ${query.text}`;
  return automaton instanceof TooLarge ? undefined : { title, names, automaton };
}

/** The same in the Hanoi format. */
export function automatonText(query: Query): string | undefined {
  const found = decidingAutomaton(query);
  return found === undefined ? undefined : automatonToHoa(found.automaton, found.names, found.title);
}

function automatonOf(
  temporal: Temporal,
  atoms: readonly Formula[],
  translated: (formulas: LtlFormulas, formula: Ltl) => Automaton = (formulas, formula) =>
    translate(formulas, formula, atoms.length),
): Automaton | TooLarge {
  const formulas = new LtlFormulas();
  try {
    return translated(formulas, normalForm(formulas, temporal));
  } catch (error) {
    if (error instanceof TooLarge) return error;
    throw error;
  }
}
