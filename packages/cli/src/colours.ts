// Colours by name, or none at all: callers decorate without asking where the text goes.

export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  underline(text: string): string;
}

export const PLAIN: Colours = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
  cyan: (text) => text,
  underline: (text) => text,
};
