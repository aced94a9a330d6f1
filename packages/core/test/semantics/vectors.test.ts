// TChecker's vectors: strong and weak participants, their order, and committed locations among them.

import { describe, expect, test } from "vitest";
import { DiagnosticSink, Sources } from "../../src/diagnostics/index.ts";
import { readTchecker } from "../../src/lang/tchecker/index.ts";
import type { Network } from "../../src/network/index.ts";
import { createSymbolicSemantics, whyNot } from "../../src/semantics/index.ts";
import { firstMoves } from "../engine/show.ts";

function read(...lines: string[]): Network {
  const sink = new DiagnosticSink();
  const network = readTchecker(["system:s", ...lines].join("\n"), "test.tck", new Sources(), sink);
  if (network === null) throw new Error(sink.list.map(({ message }) => message).join("; "));
  return network;
}

const moves = (network: Network) => firstMoves(network, createSymbolicSemantics(network));

const process = (name: string, edge: string, location = "{initial:}") => [
  `process:${name}`,
  `location:${name}:l${location}`,
  `edge:${name}:l:l:${edge}`,
];

/** P and Q, of which Q may do its part where a condition holds. */
const pair = (declaration: string, provided: string, sync: string) =>
  read("event:a", declaration, ...process("P", "a"), ...process("Q", `a{provided:${provided}}`), sync);

describe("vectors", () => {
  test("come before steps of single processes; updates run in system order", () => {
    const network = read(
      "event:a",
      "event:b",
      "int:1:0:99:1:v",
      ...process("P", "b{do:v=v+1}"),
      ...process("Q", "a{do:v=v*2}"),
      ...process("R", "a{do:v=v+5}"),
      "sync:R@a:Q@a",
    );
    expect(moves(network)).toEqual(["Q.0+R.0: true -> P.l Q.l R.l v=7: true", "P.0: true -> P.l Q.l R.l v=2: true"]);
  });

  test("a weak participant joins where it can and is left out where it cannot", () => {
    const network = pair("clock:1:x", "x>=2 && x<=4", "sync:P@a:Q@a?");
    const pieces = moves(network).map((move) => move.split(" ->")[0]);
    expect(pieces.sort()).toEqual(["P.0+Q.0: 2 <= x <= 4", "P.0: x < 2", "P.0: x > 4"]);
  });

  test("a strong participant that cannot join blocks the step, and why-not says so", () => {
    const network = pair("int:1:0:1:0:v", "v==1", "sync:P@a:Q@a");
    expect(moves(network)).toEqual([]);
    const [state] = createSymbolicSemantics(network).initial();
    expect(whyNot(network, state!, 0).reasons.map(({ sentence }) => sentence)).toEqual([
      "no other process can join a now",
      "the guard of Q fails: v == 1 is false (v is 0)",
    ]);
  });

  test("committed: a vector needs one committed participant", () => {
    const network = read(
      "event:a",
      "event:b",
      ...process("P", "a"),
      ...process("Q", "a"),
      ...process("R", "b", "{initial: : committed:}"),
      "sync:P@a:Q@a",
    );
    expect(moves(network)).toEqual(["R.0: true -> P.l Q.l R.l: true"]);
  });
});
