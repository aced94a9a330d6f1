// Names as Munta reads them: letters, digits and underscores, no digit in front, each for one thing only.

const RESERVED = ["true", "never", "_urge", "_none", "_never", "_trap", "_obs", "_observer"];

export class MuntaNames {
  private readonly taken = new Set<string>(RESERVED);

  /** The name of something, changed as little as need be. */
  of(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/_+$/, "");
    const safe = /^(?:[0-9]|true)/.test(plain) || plain === "" ? `n${plain}` : plain;
    let free = safe;
    for (let i = 2; this.taken.has(free); i++) free = `${safe}_${i}`;
    this.taken.add(free);
    return free;
  }
}
