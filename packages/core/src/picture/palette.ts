// The colours of pictures, once for light and once for dark. Text colours keep a contrast of at least 4.5 to 1 against
// the paper; the page's own style sheet takes its colours from here as well.

export type ThemeName = "light" | "dark";

const LIGHT = {
  paper: "#ffffff",
  panel: "#f6f5f2",
  ink: "#1f2328",
  soft: "#5b6068",
  line: "#4a4f57",
  faint: "#dedbd4",
  accent: "#b8450f",
  glow: "#fde3d3",
  good: "#1a7334",
  bad: "#b3261e",
  unknown: "#7a5b00",
  node: "#eef1f6",
  guard: "#13713a",
  sync: "#0b6a8a",
  update: "#2b4fc4",
  select: "#7d5a00",
  invariant: "#8a2c94",
  comment: "#5b6068",
  hue0: "#7aa6d8",
  hue1: "#e3a063",
  hue2: "#83be87",
  hue3: "#d98b9c",
  hue4: "#a99ad4",
  hue5: "#c9b458",
  hue6: "#6dbcb5",
  hue7: "#b6a295",
  heat0: "#b8450f",
  heat1: "#d46a2a",
  heat2: "#e58d4e",
  heat3: "#efae78",
  heat4: "#f4cba5",
  heat5: "#f3dfc9",
  heat6: "#e9e6e0",
  heat7: "#d5d9e0",
  heat8: "#bcc4d0",
  visited: "#a3adbd",
  onWarm: "#1f2328",
} as const;

export type ColourName = keyof typeof LIGHT;

const DARK: Readonly<Record<ColourName, string>> = {
  paper: "#16181c",
  panel: "#1e2126",
  ink: "#e8e6e1",
  soft: "#a5a9b0",
  line: "#a9afb8",
  faint: "#353a42",
  accent: "#ff9d66",
  glow: "#4a2b1a",
  good: "#6fce88",
  bad: "#ff8f85",
  unknown: "#e6bd4d",
  node: "#2a2f37",
  guard: "#74d394",
  sync: "#6cc5e6",
  update: "#9db4ff",
  select: "#e0bd5f",
  invariant: "#de9be6",
  comment: "#a5a9b0",
  hue0: "#41709f",
  hue1: "#a56b35",
  hue2: "#4b8651",
  hue3: "#9c5566",
  hue4: "#71629f",
  hue5: "#8a7928",
  hue6: "#3b827c",
  hue7: "#7a685c",
  heat0: "#ff9d66",
  heat1: "#e5834d",
  heat2: "#c46c3c",
  heat3: "#a15a34",
  heat4: "#80492f",
  heat5: "#623c2c",
  heat6: "#473530",
  heat7: "#353539",
  heat8: "#2a3039",
  visited: "#5b6472",
  onWarm: "#16181c",
};

export const THEMES: Readonly<Record<ThemeName, Readonly<Record<ColourName, string>>>> = { light: LIGHT, dark: DARK };

/** Colours that tell things apart, in turn. */
export const HUES = ["@hue0", "@hue1", "@hue2", "@hue3", "@hue4", "@hue5", "@hue6", "@hue7"] as const;

/** 0 is hot (near), 1 is cold (far). */
export function heatColour(part: number): string {
  return `@heat${Math.max(0, Math.min(8, Math.round(part * 8)))}`;
}

/** What can be read on that colour. */
export function inkOnHeat(part: number): string {
  const step = Math.round(part * 8);
  return step <= 0 ? "@paper" : step <= 2 ? "@onWarm" : "@ink";
}

/** `@ink` as a colour of the theme; everything else is a colour already. */
export function inTheme(theme: ThemeName): (value: string) => string {
  const colours = THEMES[theme];
  return (value) => (value.startsWith("@") ? (colours[value.slice(1) as ColourName] ?? value) : value);
}

/** `@ink` as a variable that a style sheet defines; see `paletteCss`. */
export function asVariable(value: string): string {
  return value.startsWith("@") ? `var(--${value.slice(1)})` : value;
}

/** The declarations of a theme's variables. */
export function paletteCss(theme: ThemeName): string {
  return Object.entries(THEMES[theme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}
