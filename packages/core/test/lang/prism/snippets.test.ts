// What is PRISM's language and what is not, snippet by snippet, by construct; and the words in which mistakes are told.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";

/** A model around the snippet. */
const around = {
  guard: (text: string) => model({ command: `[] ${text} -> true;` }),
  number: (text: string) => `${model({})}\nrewards true : ${text}; endrewards`,
  command: (text: string) => model({ command: text }),
  variable: (text: string) => model({ variable: text }),
  declaration: (text: string) => `${model({})}\n${text}`,
  property: (text: string) => text,
} as const;

function model({
  command = "",
  variable = "",
  type = "dtmc",
}: {
  command?: string;
  variable?: string;
  type?: string;
}): string {
  return `${type}
const int N = 3; const double p = 0.25; const bool yes = true;
formula double_x = 2*x;
label "small" = x<2;
global g : [0..3];
module m
  x : [0..5]; y : [-2..2] init 0; b : bool;
  ${variable}
  [] x<5 -> p : (x'=x+1) + 1-p : true;
  ${command}
endmodule
module other z : [0..1]; [a] z=0 -> (z'=1); endmodule
rewards "r" true : 1; endrewards`;
}

type Construct = keyof typeof around;

function faultOf(construct: Construct, text: string): string | undefined {
  if (construct === "property") {
    const loaded = loadModel({ name: "m.prism", content: model({}) }, { lints: false });
    const query = loaded.compileQuery(text);
    if (!query.ok) return query.diagnostics[0]!.message;
    return query.value.kind === "unsupported" ? `not supported: ${query.value.feature}` : undefined;
  }
  const loaded = loadModel({ name: "m.prism", content: around[construct](text) }, { lints: false });
  return loaded.diagnostics.find(({ severity }) => severity === "error")?.message;
}

// biome-ignore format: as many snippets on a line as fit
const ACCEPTED: Readonly<Record<Construct, readonly string[]>> = {
  guard: ["true", "false", "x=1", "x!=1", "x<1", "x<=1", "x>1", "x>=1", "b", "!b", "!x=1", "!(x=1)", "b&x=1", "b|x=1",
    "b=>x=1", "b<=>x=1", "b=>b=>b", "x=1&b|!b", "x+y=2", "x-y<2", "x*y>2", "x/2<1", "x/2=0.5", "-x<0", "--x=1", "x=-1",
    "min(x,y)=0", "max(x,y)=0", "min(x,y,1)=0", "max(x)=1", "floor(x/2)=1", "ceil(x/2)=1", "round(x/2)=1", "mod(x,2)=0",
    "pow(x,2)=4", "func(min,x,y)=0", "func(pow, x, 2)=4", "(b?1:0)=1", "b?true:false", "(x>2?b:!b)", "yes", "yes&b",
    "x=N", "x<N*p", "double_x=4", "g=1", "z=0", "1=1.0", "1e-3<x", "x>.5", "x<1.", "b=true", "b!=false", "((((x=1))))",
    "x=1 // said\n", "floor(x/(y+3))=1", "log(x+1,2)<2", "pow(2,0.5)<x", "x>=0 & x<=5 & y>=-2", "(x=1|x=2)&(y=0)",
    "!b=>!b", "x=1<=>y=1", "pow(x+y,2)<9"],
  number: ["1", "0.5", "x", "x+1", "x-1", "2*x", "x/2", "-x+5", "p", "N", "1/3", "1e3", "1E-3", "2.5e+2", "min(1,2.5)",
    "max(x,p)", "floor(p)", "ceil(p)", "round(2.5)", "mod(x,3)", "pow(2,3)", "pow(2.0,-1)", "log(8,2)", "(b?1:0)",
    "(x>1?0.5:1)", "double_x", "x*p", "N*N*N", "(1)", "((x))", "1-p", "p*p", "x*x*x", "5/2", "func(mod, 5, 3)",
    "func(floor, 2.5)", "g", "z", "y+2", "max(1,2,3,4)"],
  command: ["[] x=1 -> (x'=2);", "[] x=1 -> 1:(x'=2);", "[] x=1 -> 0.5:(x'=2) + 0.5:(x'=3);",
    "[] x=1 -> p:(x'=2)+1-p:(x'=3);", "[a] x=1 -> (x'=2);", "[c] x=1 -> (x'=2);", "[] x=1 -> true;",
    "[] x=1 -> 1:true;", "[] x=1 -> (x'=2)&(b'=true);", "[] x=1 -> (x'=x)&(y'=x-1);", "[] x=1 -> (x'=y)&(y'=x-x);",
    "[] x=1 -> (g'=1);", "[] x<3 -> x/5:(x'=x+1) + 1-x/5:true;", "[] x=1 -> 0:(x'=9) + 1:true;",
    "[] x=1 -> 1/3:(x'=1)+1/3:(x'=2)+1/3:(x'=3);", "[] false -> (x'=9);", "[] true -> (b'=!b);",
    "[] x=1 -> (b'=(x=1));", "[] x=1 -> (x'=min(5,x+1));", "[] x=1 -> (x'=floor(x/2));", "[] x=1 -> (x'=(b?1:2));",
    "[] x=1 -> (x'=mod(x+1,6));", "[]x=1->(x'=2);", "[ c ] x=1 -> (x' = 2);",
    "[] x=1 -> 0.1:(x'=1) + 0.2:(x'=2) + 0.7:(x'=3);", "[] (x=1) -> 1.0 : (x'=2);"],
  variable: ["v : [0..1];", "v : [0..1] init 1;", "v : bool;", "v : bool init true;", "v : [-3..3];", "v : [0..N];",
    "v : [0..N+1] init N;", "v : [N..2*N] init 2*N-1;", "v : [0..0];", "v : [-N..N] init -N;", "v : [0..floor(2.7)];",
    "v : bool init yes;", "v : [min(1,2)..max(4,5)];", "v : [5..5] init 5;", "v1_ : [0..1];"],
  declaration: ["const int K = 2;", "const K2 = 2;", "const double q = 1/3;", "const double q = 2;",
    "const bool t = !yes;", "const int K = N+1;", "const int K = L; const int L = 4;", "formula f = x+1;",
    "formula f = x=1;", "formula f = h; formula h = x;", 'label "l" = x=1;', 'label "l" = double_x>2 & b;',
    'rewards "s" x=1 : 2; endrewards', "rewards [a] true : 1; endrewards", "rewards [] true : 1; endrewards",
    'rewards "t" endrewards', "rewards true : x*p; [a] x=1 : 2; endrewards", "init x=1 endinit", "init true endinit",
    "init x+y=3 & !b endinit", "module n w : bool; endmodule", "module m2 = m [x=x2, y=y2, b=b2] endmodule",
    "module o2 = other [z=z2] endmodule", "module o2 = other [z=z2, a=c] endmodule",
    "module o3 = o2 [z2=z3] endmodule module o2 = other [z=z2] endmodule", "rate r1 = 2;", "prob r2 = 0.5;",
    "const double w = pow(2, 0.5);", "global h2 : bool init true;", "const int K = round(2.5);"],
  property: ["P=? [ F x=5 ]", "P=? [ G x<5 ]", "P=? [ X x=1 ]", "P=? [ x<3 U x=3 ]", "P=? [ x<3 W x=3 ]",
    "P=? [ x=3 R x<4 ]", "P<=0.1 [ F x=5 ]", "P<0.1 [ F x=5 ]", "P>=0.1 [ F x=5 ]", "P>0.1 [ F x=5 ]",
    "P<=1/3 [ F x=5 ]", "P<=p [ F x=5 ]", "P=? [ F<=3 x=5 ]", "P=? [ F<3 x=5 ]", "P=? [ F>=3 x=5 ]", "P=? [ F>3 x=5 ]",
    "P=? [ F=3 x=5 ]", "P=? [ F[1,3] x=5 ]", "P=? [ F<=N x=5 ]", "P=? [ F<=(N+1) x=5 ]", "P=? [ F<=N (x=5) ]",
    "P=? [ F<=N+1 (x=5) ]", "P=? [ F<=2*N x=5 ]", "P=? [ x<3 U<=N-1 x=3 ]", "P=? [ F=floor(5/2) (x=5) ]",
    "P=? [ x<3 U<=4 x=3 ]", "P=? [ x<3 U[2,4] x=3 ]", "P=? [ G<=2 x<5 ]", 'P=? [ F "small" ]', 'P=? [ F !"small" ]',
    'P=? [ F "deadlock" ]', 'P=? [ F "init" ]', "P=? [ (F x=5) ]", "P=? [ F (x=5 & b) ]", "P=? [ F double_x=4 ]",
    'R=? [ F x=5 ]', 'R{"r"}=? [ F x=5 ]', "R{1}=? [ F x=5 ]", "R=? [ C<=4 ]", "R=? [ I=4 ]", "R=? [ S ]",
    "R<=4 [ F x=5 ]", 'R{"r"}>2 [ C<=3 ]', "S=? [ x=5 ]", "S>=0.5 [ x=5 ]", "P>=0.5 [ F P>=0.5 [ X x=5 ] ]",
    "filter(max, P=? [ F x=5 ], x<3)", "filter(min, P=? [ F x=5 ], true)", "filter(avg, P=? [ F x=5 ], x<3)",
    "filter(sum, P=? [ F x=5 ], x<3)", "filter(count, P>0.5 [ F x=5 ], x<3)", "filter(forall, P>0.5 [ F x=5 ], x<3)",
    "filter(exists, P>0.5 [ F x=5 ])", "filter(range, P=? [ F x=5 ], x<3)", "filter(first, P=? [ F x=5 ], x=2)",
    "filter(state, P=? [ F x=5 ], x=2)", "filter(+, P=? [ F x=5 ], x<3)", "1-P=? [ F x=5 ]",
    "P=? [ F x=5 ] + P=? [ F x=4 ]", "P=? [ F x=5 ]/2 > 0.1", "x=0", "x+1", 'P=? [ F x=5 {x=2} ]',
    "P=? [ F x=5 {x<2}{max} ]", "const int T = 3; P=? [ F<=T x=5 ]", 'label "five" = x=5; P=? [ F "five" ]',
    '"name": P=? [ F x=5 ]', "!(P>0.5 [ F x=5 ])", "P>0.5 [ F x=5 ] & x=0", "(P>0.1 [ F x=5 ]) => (x=0)"],
};

// biome-ignore format: as many snippets on a line as fit
const REJECTED: Readonly<Record<Construct, readonly string[]>> = {
  guard: ["x", "1", "x=", "=1", "x==1", "x=b", "b=1", "b<b", "b+1=2", "x&b", "b|1", "!x", "!(x+1)", "-b", "nope=1",
    "X=1", "min()=0", "mod(x)=0", "mod(x,0)=0", "mod(p,2)=0", "pow(x)=1", "pow(x,-1)=1", "floor(x,1)=1", "sqrt(x)=1",
    "min(b,x)=1", "x<1<b", "(x=1", "x=1)", "x ? b", "b?x:b", "x?b:b", '"small"', "P>0.5 [ F b ]", "x=1 and b", "x && b",
    "not b", "x=1;", "'x=1", "x'=1", "@"],
  number: ["b", "true", "x=1", "nope", "x+b", "1..2", "1 2", "min(b)", "(b?1:true)", "p p", "2x", "+", "mod(2.5,2)",
    "pow(2,-1)", "max()", "floor()", '"small"', "x'", "--", "1e"],
  command: ["[] x=1 -> x'=2;", "[] x=1 -> (x=2);", "[] x=1 -> (x'=2)", "[] x=1 (x'=2);", "x=1 -> (x'=2);",
    "[] -> (x'=2);", "[] x=1 -> ;", "[] x=1 -> 0.5:(x'=2);", "[] x=1 -> 0.5:(x'=2)+0.6:(x'=3);",
    "[] x=1 -> -0.5:(x'=2)+1.5:(x'=3);", "[] x=1 -> (x'=2)&(x'=3);", "[] x=1 -> (z'=1);", "[a] x=1 -> (g'=1);",
    "[] x=1 -> (nope'=1);", "[] x=1 -> (x'=0.5);", "[] x=1 -> (x'=x/2);", "[] x=1 -> (x'=b);", "[] x=1 -> (b'=1);",
    "[] x=1 -> true:(x'=2);", "[] x=1 -> b:(x'=2);", "[F] x=1 -> true;", "[a b] x=1 -> true;",
    "[] x=1 -> [0.1,0.2]:(x'=2) + [0.8,0.9]:true;", "[] x=1 -> (N'=2);", "[] x=1 -> (p'=2);",
    "[] x=1 -> (x'=2) & true;"],
  variable: ["v : int;", "v : double;", "v : clock;", "v : [0..];", "v : [..1];", "v : [1..0];", "v : [0..0.5];",
    "v : [0..x];", "v : [0..1] init 2;", "v : [0..1] init b;", "v : bool init 1;", "v [0..1];", "v : [0..1]",
    "x : [0..1];", "N : [0..1];", "module : bool;", "P : bool;", "v : [0..1] init 0.5;", "v : [0..1] init x;",
    "1v : bool;"],
  declaration: ["const int K;", "const int K = 0.5;", "const int K = x;", "const int K = K;",
    "const int K = L; const int L = K;", "const bool t = 1;", "const double q = true;", "const N = 1;",
    "formula f = f;", "formula f = h; formula h = f; label \"l\" = f=1;", "label l = x=1;", 'label "l" = x;',
    'label "small" = b;', 'label "init" = b;', "init x endinit", "init x=9 endinit", "init x=1",
    "system m || other endsystem", "module m x9 : bool; endmodule", "module m2 = m [x=x2] endmodule",
    "module m2 = nope [x=x2] endmodule", "module m2 = m [x=x2, x=x3, y=y2, b=b2] endmodule",
    "rewards x : 1; endrewards", "rewards true : b; endrewards", "rewards true 1; endrewards", 'rewards "r2" true : 1;',
    "endmodule", "mdp", "invariant x<1 endinvariant", "global x : bool;"],
  property: ["", "P", "P=?", "P=? [ ]", "P=? [ x=1 ]", "P=? F x=5", "P=0.5 [ F x=5 ]", "P? [ F x=5 ]", "P<=2 [ F x=5 ]",
    "P>=-0.1 [ F x=5 ]", "P<=x [ F x=5 ]", "Pmax=? [ F x=5 ]", "Pmin=? [ F x=5 ]", "P=? [ F x ]", 'P=? [ F "nope" ]',
    "P=? [ F nope=1 ]", "P=? [ F<=2.5 x=5 ]", "P=? [ F<=-1 x=5 ]", "P=? [ F<0 x=5 ]", "P=? [ F[3,1] x=5 ]",
    "P=? [ F<=x x=5 ]", "P=? [ X<=2 x=5 ]", "P=? [ F G x=5 ]", "P=? [ G F x=5 ]", "P=? [ (F x=5) & (G x<3) ]",
    "P=? [ !F x=5 ]", 'R{"nope"}=? [ F x=5 ]', "R{2}=? [ F x=5 ]", "R=? [ x=5 ]", "R=? [ C ]", "R=? [ I<=4 ]",
    "R=? [ F<=3 x=5 ]", "R=? [ F x ]", "E [ F x=5 ]", "A [ G x=5 ]", "S=? [ F x=5 ]", "S=? x=5",
    "filter(nope, P=? [ F x=5 ], x=1)", "filter(max, x=1)", "filter(max P=? [ F x=5 ])",
    "filter(forall, P=? [ F x=5 ], b)", "P=? [ F x=5 ] P=", "P=? [ F x=5 ]; P=? [ F x=4 ]", "multi(P>=0.5 [ F x=5 ])"],
};

describe.each(Object.keys(around) as Construct[])("%s", (construct) => {
  it.each(ACCEPTED[construct])("takes %s", (text) => {
    expect(faultOf(construct, text)).toBeUndefined();
  });

  it.each(REJECTED[construct])("refuses %s", (text) => {
    expect(faultOf(construct, text)).toBeDefined();
  });
});

it("has at least 300 snippets", () => {
  const all = [...Object.values(ACCEPTED), ...Object.values(REJECTED)].flat();
  expect(all.length).toBeGreaterThanOrEqual(300);
});
