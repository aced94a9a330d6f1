// The member of a portfolio that begins late: whether it may is looked at when its time has come, so that questions
// that are answered before cost nothing. Where it cannot be used that is seen before a thread is started; what takes
// longer to see, the thread sees.

import { defined } from "../../basics/defined.ts";
import type { LateMember } from "../strategies/strategy.ts";
import { type MemberQuestion, type PlannedMember, planMember } from "./planned-member.ts";
import { problemOf } from "./target.ts";

export interface PlannedLate extends LateMember {
  /** As it begins; undefined where it does not. */
  begin(): (PlannedMember & { readonly strategy: LateMember["strategy"] }) | undefined;
  /** All that can be told of it, a refusal included. */
  explained(): PlannedMember;
}

/** Certificates are about zones: who asks for one is not helped by a proof of another kind. */
export function lateFor(question: MemberQuestion, late: LateMember | undefined): PlannedLate | undefined {
  const { network, sought, options, query } = question;
  if (late === undefined || sought === undefined || (options.certify ?? false) !== false) return undefined;
  const { strategy } = late;
  const { refusal: _later, ...config } = strategy.config;
  const unpromising = (): string | undefined =>
    config.unpromising?.(problemOf(network, sought.target, defined({ guidance: query.guidance })));
  const planned = (): PlannedMember => planMember(question, { ...strategy, config });
  return {
    ...late,
    begin() {
      if (unpromising() !== undefined) return undefined;
      const member = planned();
      return member.refusal === undefined ? { ...member, strategy } : undefined;
    },
    explained() {
      const because = unpromising();
      if (because === undefined) return planMember(question, strategy);
      return { ...planned(), refusal: { diagnostics: [], because } };
    },
  };
}
