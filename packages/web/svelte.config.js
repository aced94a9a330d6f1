/** The workspace is one object for the life of the page: components may take it apart once. */
const EXPECTED = new Set(["state_referenced_locally"]);

export default {
  compilerOptions: { runes: true },
  onwarn(warning, handle) {
    if (!EXPECTED.has(warning.code)) handle(warning);
  },
};
