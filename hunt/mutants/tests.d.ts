// The module that `bundle.ts` writes: the test files of a folder, by their paths.
declare module "tests" {
  export const FILES: Readonly<Record<string, () => Promise<unknown>>>;
  /** How the names of the tests begin that run, where not all of a file do. */
  export const ONLY: Readonly<Record<string, readonly string[]>>;
}
