// Keys as a terminal sends them, one after the other, and the size of the screen.

/** Keys as they arrive, and how large the screen is now. */
export interface Keyboard {
  /** `RESIZED` comes in between whenever the size has changed. */
  keys(): AsyncIterable<string>;
  size(): { readonly columns: number; readonly rows: number };
}

/** No key: the screen has another size now. */
export const RESIZED = "";

/** Undefined where nobody sits at both ends, or where the terminal cannot be drawn on. */
export function keyboardOf({ stdin, stdout, env }: NodeJS.Process): Keyboard | undefined {
  if (stdin.isTTY !== true || stdout.isTTY !== true || env.TERM === "dumb") return undefined;
  return {
    keys: () => pressedKeys(stdin, stdout),
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
  };
}

/** The terminal echoes nothing meanwhile. */
async function* pressedKeys(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): AsyncIterable<string> {
  const heard: string[] = [];
  let wake = (): void => {};
  let ended = false;
  const hear = (text: string): void => {
    heard.push(...keysIn(text));
    wake();
  };
  const resized = (): void => {
    heard.push(RESIZED);
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdin.on("data", hear).on("end", end).on("error", end);
  stdout.on("resize", resized);
  try {
    while (heard.length > 0 || !ended) {
      const key = heard.shift();
      if (key !== undefined) yield key;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stdin.off("data", hear).off("end", end).off("error", end);
    stdout.off("resize", resized);
    stdin.setRawMode(false);
    stdin.pause();
  }
}

/** An arrow, `Home` or `F5` is one key of several characters; pasted text is many keys. */
export function* keysIn(text: string): Iterable<string> {
  // The second form is what some terminals send for arrows.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak so
  for (const [key] of text.matchAll(/\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[A-Za-z]|[\s\S]/gu)) {
    yield key.startsWith("\x1bO") ? key.replace("O", "[") : key;
  }
}
