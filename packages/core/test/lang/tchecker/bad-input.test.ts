import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { read, sharedModels } from "./helpers.ts";

const HEAD =
  "system:s\nevent:a\nprocess:P\nint:1:0:9:0:i\nint:3:0:9:0:arr\nclock:1:x1\nclock:1:y\nlocation:P:l{initial:}\n";
const codes = (text: string) => read(text).diagnostics.map(({ code }) => code);

describe("errors have codes", () => {
  it.each<[string, string, string[]]>([
    ["nothing", "# only a comment", ["TH1400"]],
    ["no closing brace", "edge:P:l:l:a{provided:i==0", ["TH1401"]],
    ["text after the brace", "edge:P:l:l:a{} x", ["TH1402"]],
    ["no attribute name", "edge:P:l:l:a{: i==0}", ["TH1403"]],
    ["no colon", "location:P:m{committed}", ["TH1404"]],
    ["unknown keyword", "locaton:P:m", ["TH1405"]],
    ["keyword of the prototype chain", "constructor:P", ["TH1405"]],
    ["too few fields", "edge:P:l:l", ["TH1407"]],
    ["no participants", "sync", ["TH1407"]],
    ["not a number", "int:1:zero:1:0:k", ["TH1408"]],
    ["bad name", "clock:1:2x", ["TH1409"]],
    ["bad label", "location:P:m{labels:a,,b}", ["TH1409"]],
    ["foreign character", "edge:P:l:l:a{provided:i § 3}", ["TH1410"]],
    ["incomplete expression", "edge:P:l:l:a{provided:i==}", ["TH1411"]],
    ["unclosed parenthesis", "edge:P:l:l:a{provided:(i==2}", ["TH1411"]],
    ["missing end", "edge:P:l:l:a{do:if i>0 then i=1}", ["TH1411"]],
    ["assignment for comparison", "edge:P:l:l:a{provided:i=2}", ["TH1412"]],
    ["comparison for assignment", "edge:P:l:l:a{do:i==2}", ["TH1412"]],
    ["disjunction", "edge:P:l:l:a{provided:i==2||i==3}", ["TH1413"]],
    ["big number", "edge:P:l:l:a{provided:i<3000000000}", ["TH1414"]],
    ["number just too big", "edge:P:l:l:a{provided:i<2147483648}", ["TH1414"]],
    ["big size", "int:99999999999:0:1:0:k", ["TH1414", "TH2420"]],
    ["bad participant", "sync:P:Q", ["TH1416", "TH1416"]],
    ["variable named by a keyword", "int:1:0:1:0:end", ["TH1417"]],
    ["unknown names", "edge:P:l:m:b{provided:k==0 : do:z=1}", ["TH2401", "TH2401", "TH2401", "TH2401"]],
    ["declared twice", "clock:1:i\nlocation:P:l\nevent:a\nprocess:P\nsystem:t", Array(5).fill("TH2402")],
    ["used too early", "edge:P:l:m:a{provided:k==0}\nlocation:P:m\nint:1:0:1:0:k", ["TH2403"]],
    ["clock arithmetic", "edge:P:l:l:a{provided:2*x1<3}", ["TH2410"]],
    ["sum of clocks", "edge:P:l:l:a{provided:x1+y<3}", ["TH2410"]],
    ["clock as truth", "edge:P:l:l:a{provided:x1}", ["TH2410"]],
    ["clock against itself", "edge:P:l:l:a{provided:x1-x1<3}", ["TH2410"]],
    ["negated clock constraint", "edge:P:l:l:a{provided:!(x1<3)}", ["TH2411"]],
    ["clock unequal", "edge:P:l:l:a{provided:x1!=3}", ["TH2412"]],
    ["clock as data", "edge:P:l:l:a{do:i=x1}", ["TH2413"]],
    ["clock in a condition", "edge:P:l:l:a{do:if x1<3 then i=1 end}", ["TH2413"]],
    ["clock as index", "edge:P:l:l:a{provided:arr[x1]==0}", ["TH2413"]],
    ["whole array", "edge:P:l:l:a{do:arr=1}", ["TH2414"]],
    ["index out of range", "edge:P:l:l:a{do:arr[3]=1}", ["TH2415"]],
    ["clock set to a difference", "edge:P:l:l:a{do:x1=x1-y}", ["TH2416"]],
    ["local array of unknown size", "edge:P:l:l:a{do:local k[i]}", ["TH2419"]],
    ["huge local array", "edge:P:l:l:a{do:local k[1000000]}", ["TH2418"]],
    ["size 0", "clock:0:z", ["TH2420"]],
    ["huge array", "int:1000000000:0:1:0:k\nclock:1000000000:z", ["TH2421", "TH2421"]],
    ["empty range", "int:1:3:1:2:k", ["TH2422"]],
    ["initial value out of range", "int:1:0:1:2:k", ["TH2423"]],
    ["process without start", "process:Q\nlocation:Q:q", ["TH2431"]],
    ["misspelt attribute", "location:P:m{invarient:x1<3}", ["TH2440"]],
    ["attribute twice", "edge:P:l:l:a{provided:i==0 : provided:i==1}", ["TH2442"]],
    ["process twice in a sync", "edge:P:l:l:a\nsync:P@a:P@a", ["TH2450"]],
  ])("%s", (_, text, expected) => {
    const { network, diagnostics } = read(expected[0] === "TH1400" ? text : HEAD + text);
    expect(network).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ["foreign attribute", "location:P:m{colour:red}", ["TH2441"]],
    ["flag with a value", "location:P:m{committed:yes}", ["TH2443"]],
    ["constant out of range", "edge:P:l:l:a{do:i=10}", ["TH2417"]],
    ["sync without an edge", "sync:P@a", ["TH2451"]],
  ])("%s is only a warning", (_, text, expected) => {
    const { network, diagnostics } = read(HEAD + text);
    expect(network).not.toBeNull();
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
      expected.map((code) => [code, "warning"]),
    );
  });

  it("misses the system line and the processes", () => {
    expect(codes("process:P\nlocation:P:l{initial:}")).toEqual(["TH1406"]);
    expect(codes("system:s")).toEqual(["TH2430"]);
  });
});

describe("positions and hints", () => {
  it("point at the word and suggest a near name", () => {
    const { diagnostics, sources } = read(`${HEAD}edge:P:l:l:a{provided: i<3 && x<2}`);
    const [miss] = diagnostics;
    expect(miss).toMatchObject({ message: "There is no variable or clock `x`", hint: "did you mean `x1`?" });
    expect(sources.locate(miss!.span!)).toMatchObject({ file: "model.tck", line: 9, column: 31, endColumn: 32 });
  });

  it("are all reported in one go", () => {
    expect(codes(`${HEAD}edge:P:l:m:a{provided:i==}\nlocatoin:P:k\nint:1:5:4:0:n\nedge:P:l:l:a{do:q=1}`)).toEqual([
      "TH2422",
      "TH2401",
      "TH1411",
      "TH1405",
      "TH2401",
    ]);
  });
});

describe("garbage ends in diagnostics", () => {
  it("deep nesting and long chains", () => {
    const deep = (open: string, close: string) =>
      codes(`${HEAD}edge:P:l:l:a{provided:${open.repeat(10_000)}1${close.repeat(10_000)}}`);
    expect(deep("(", ")")).toEqual(["TH1415"]);
    expect(deep("!", "")).toEqual(["TH1415"]);
    expect(deep("arr[", "]")).toEqual(["TH1415"]);
    expect(deep("1+", "")).toEqual(["TH1415"]);
    expect(codes(`${HEAD}edge:P:l:l:a{do:${"if i>0 then ".repeat(10_000)}}`)).toEqual(["TH1415"]);
  });

  it("a long conjunction is fine", () => {
    const guard = Array.from({ length: 1500 }, (_, n) => `i!=${n}`).join("&&");
    expect(read(`${HEAD}edge:P:l:l:a{provided:${guard}}`).network!.edges[0]!.guard).toHaveLength(1500);
  });

  it("ten megabytes of one line, and of many", () => {
    for (const piece of ["x", ":", "{", "sync:a@b:"]) {
      expect(read(`system:s\n${piece.repeat(10_000_000 / piece.length)}`).network).toBeNull();
    }
    expect(read("edge:P:l:l:a{provided:k==0}\n".repeat(300_000)).diagnostics.length).toBeLessThanOrEqual(200);
  });

  it("random text", () => {
    const alphabet = fc.constantFrom(
      ..."{}:;,@?=<>!&|+-*/%()[]#\n .x1iPla".split(""),
      "system",
      "edge",
      "location",
      "sync",
      "do",
      "if",
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), fc.string({ unit: "binary" }), (words, noise) => {
        read(words.join(""));
        read(noise);
        read(`${HEAD}edge:P:l:l:a{provided:${words.join("")}}\nedge:P:l:l:a{do:${words.join(" ")}}\nsync:${noise}`);
      }),
      { numRuns: 500 },
    );
  });

  it.runIf(sharedModels().length > 0)("mutated models", () => {
    const models = sharedModels().filter(({ text }) => text.length < 4000);
    const mutation = fc.record({
      model: fc.constantFrom(...models),
      at: fc.nat(),
      drop: fc.nat(12),
      insert: fc.string({ maxLength: 4 }),
    });
    fc.assert(
      fc.property(mutation, ({ model: { text }, at, drop, insert }) => {
        const start = at % text.length;
        const { network, diagnostics } = read(text.slice(0, start) + insert + text.slice(start + drop));
        expect(network === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
      }),
      { numRuns: 200 },
    );
  });
});
