// Why a network, or a question about it, cannot be answered by diagrams: said by name, before or while they are made.

export class NotForDiagrams extends Error {
  /** What is in the way, in the words of a user: it follows "not supported by decision diagrams: ". */
  readonly obstacle: string;

  constructor(obstacle: string) {
    super(`not supported by decision diagrams: ${obstacle}`);
    this.name = "NotForDiagrams";
    this.obstacle = obstacle;
  }
}
