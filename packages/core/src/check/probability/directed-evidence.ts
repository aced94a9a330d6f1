// placeholder
import type { Property } from "../../network/index.ts";
import type { Graph } from "../../probabilistic/index.ts";
import type { Answer } from "../answer.ts";
import type { Session } from "../session.ts";
export async function directedEvidence(
  _session: Session,
  _graph: Graph,
  _property: Property,
): Promise<Pick<Answer, "verdict" | "statistics"> | undefined> {
  return undefined;
}
