/** Why a mutant that survives changes nothing that anybody can see. */
export interface Judgement {
  readonly file: string;
  /** The line as it stands in the file. */
  readonly code: string;
  /** As the hunt shows it; absent: every change of that line. */
  readonly shown?: string;
  readonly why: string;
}
