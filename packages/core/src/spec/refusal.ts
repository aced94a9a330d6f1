// Why something that a specification names cannot be used for a problem: for a reason of its own, or because it speaks
// of something that the model does not have. The second is a mistake on the command line.

export type Refusal = string | NotInModel;

export interface NotInModel {
  readonly notInModel: string;
  readonly hint?: string | undefined;
}

export function reasonOf(refusal: Refusal): string {
  return typeof refusal === "string" ? refusal : refusal.notInModel;
}
