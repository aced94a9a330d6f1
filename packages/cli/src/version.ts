// The version that `--version`, JSON results and bug reports carry; a test holds it equal to package.json.

export const VERSION = "0.1.0";
