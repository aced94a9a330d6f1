// The module that `bundle.ts` writes: the test files of a folder, by their paths.
declare module "tests" {
  export const FILES: Readonly<Record<string, () => Promise<unknown>>>;
}
