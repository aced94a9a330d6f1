// What is said about a diagnostic code. Codes are stable, `TH` and four digits: 1xxx syntax, 2xxx names and types, 3xxx
// not supported, 4xxx query, 5xxx search specification, 6xxx met while exploring.

export interface CodeEntry {
  readonly title: string;
  readonly explanation: string;
}

/** A part of the table of codes. */
export type CodeTable = Readonly<Record<`TH${number}`, CodeEntry>>;
