// The models of `examples/`, with what their README says of them. Each is loaded when it is opened.

import readme from "../../../../examples/README.md?raw";

export interface Example {
  readonly name: string;
  readonly what: string;
  readonly see: string;
  load(): Promise<string>;
  /** What is asked of it, where that stands in a file beside it. */
  questions(): Promise<readonly string[]>;
}

const files = import.meta.glob("../../../../examples/*.{xml,prism}", { query: "?raw", import: "default" });
const properties = import.meta.glob("../../../../examples/*.props", { query: "?raw", import: "default" });

export const examples: readonly Example[] = Object.entries(files).map(([path, load]) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const row = readme.split("\n").find((line) => line.startsWith(`| [\`${name}\`]`));
  const [, , what = "", see = ""] = (row ?? "").split("|").map((cell) => cell.replaceAll("`", "").trim());
  const beside = properties[path.replace(/\.\w+$/, ".props")];
  const questions = async (): Promise<readonly string[]> => {
    const text = beside === undefined ? "" : ((await beside()) as string);
    return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  };
  return { name, what, see, load: load as () => Promise<string>, questions };
});
