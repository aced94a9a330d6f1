// A histogram in characters: bars lie on their side, at most a dozen of them, each as long as it is frequent.

import { type Distribution, numberText } from "@tracehound/core";

const MOST_BARS = 12;
const LONGEST = 40;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

export function histogramText({ histogram, of }: Distribution, isPlain: boolean): string[] {
  const { from, width, counts } = histogram;
  const joined = Math.ceil(counts.length / MOST_BARS);
  const bars: { readonly left: number; readonly count: number }[] = [];
  for (let i = 0; i < counts.length; i += joined) {
    const count = counts.slice(i, i + joined).reduce((sum, each) => sum + each, 0);
    bars.push({ left: from + i * width, count });
  }
  const most = Math.max(...bars.map(({ count }) => count));
  const labels = bars.map(({ left }) => numberText(left));
  const room = Math.max(...labels.map(({ length }) => length));
  const head = `${of}${bars.length === 1 ? "" : `, in steps of ${numberText(width * joined)}`}`;
  return [head, ...bars.map(({ count }, i) => `${labels[i]!.padStart(room)} ${bar(count / most, isPlain)} ${count}`)];
}

function bar(share: number, isPlain: boolean): string {
  const eighths = Math.round(share * LONGEST * 8);
  if (isPlain) return "#".repeat(Math.round(eighths / 8));
  return "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}
