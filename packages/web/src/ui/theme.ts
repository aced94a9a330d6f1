// Light and dark: the palette of the pictures becomes variables of the page. Style sheets made by script are allowed
// where inline ones are not.

import { paletteCss, type ThemeName } from "@tracehound/core";
import { localStorageOf, putLocalStorage } from "./remember.ts";

const KEY = "tracehound-theme";

export function adoptPalette(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{color-scheme:light;${paletteCss("light")}}:root[data-theme="dark"]{color-scheme:dark;${paletteCss("dark")}}`,
  );
  document.adoptedStyleSheets = [sheet];
  applyTheme(preferredTheme());
}

export function preferredTheme(): ThemeName {
  const kept = localStorageOf(KEY);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme(theme: ThemeName, keep = false): void {
  document.documentElement.dataset["theme"] = theme;
  if (keep) putLocalStorage(KEY, theme);
}
