// The plan of an automaton as data: where locations, edges and labels are, and how large text is.

import { FONT_SIZE, widthOf } from "./text-size.ts";

/** On the canvas: y grows downwards. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

export interface AutomatonPlan {
  readonly name: string;
  /** Parameters as written. */
  readonly parameters: string;
  readonly nodes: readonly PlannedNode[];
  readonly edges: readonly PlannedEdge[];
  /** Whether the places are those of the file. */
  readonly placed: boolean;
  /** Where the template stands in an XML file. */
  readonly path?: string;
}

/** Locations first, in the order of the file (and of the network), then branchpoints. */
export interface PlannedNode {
  readonly kind: "location" | "branchpoint";
  readonly name: string;
  readonly at: CanvasPoint;
  readonly nameAt: CanvasPoint;
  readonly initial: boolean;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly colour?: string;
  readonly labels: readonly PlannedLabel[];
  readonly path?: string;
}

export interface PlannedEdge {
  readonly source: number;
  readonly target: number;
  readonly nails: readonly CanvasPoint[];
  readonly labels: readonly PlannedLabel[];
  readonly colour?: string;
  readonly controllable: boolean;
  readonly path?: string;
}

export interface PlannedLabel {
  readonly kind: string;
  readonly text: string;
  readonly at: CanvasPoint;
  readonly colour?: string;
  readonly path?: string;
}

/** Comments and test code are no part of the drawing. */
export function isShown({ kind, text: content }: PlannedLabel): boolean {
  return content.trim() !== "" && !["comments", "testcode", "testcodeEnter", "testcodeExit"].includes(kind);
}

export const LOCATION_RADIUS = 14;
export const LINE_HEIGHT = 15;

export function sizeOfText(content: string): { width: number; height: number } {
  const lines = content.split("\n");
  return { width: Math.max(0, ...lines.map((line) => widthOf(line, FONT_SIZE))), height: lines.length * LINE_HEIGHT };
}
