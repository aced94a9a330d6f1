import { expect, it } from "vitest";
import { endsLikeWindows, forEditor, forFile, placeInEditor } from "../src/editor/line-ends.ts";

const FILE = "a\r\nbc\r\n\r\nd";

it("gives back the ends of lines that the file has", () => {
  expect(forEditor(FILE)).toBe("a\nbc\n\nd");
  expect(forFile(forEditor(FILE), endsLikeWindows(FILE))).toBe(FILE);
  expect(endsLikeWindows("a\nb\n")).toBe(false);
  expect(endsLikeWindows("a\nb\nc\r\n")).toBe(false);
  expect(endsLikeWindows("one line")).toBe(false);
});

it("finds every place of the file in the editor", () => {
  const inside = forEditor(FILE);
  for (const letter of "abcd") expect(inside[placeInEditor(FILE, FILE.indexOf(letter))]).toBe(letter);
  expect(placeInEditor(FILE, FILE.length)).toBe(inside.length);
});
