// Is a network sound as data? Every index in range, every frame cell inside its frame, nothing left over from checking.

import type {
  Argument,
  ClockRef,
  Conjunct,
  Expression,
  Formula,
  Network,
  Place,
  Query,
  Rate,
  Statement,
  Subscript,
} from "../../../../src/network/index.ts";

/** What is wrong with it; empty when nothing is. */
export function problems(network: Network): string[] {
  const found = new Set<string>();
  const say = (problem: string): void => {
    found.add(problem);
  };
  const span = (steps: readonly { count: number; stride: number }[]): number =>
    steps.reduce((sum, { count, stride }) => sum + Math.max(0, count - 1) * stride, 0);

  const checker = (frameSize: number) => {
    const cell = (at: number, size = 1): void => {
      if (at < 0 || at + size > frameSize) say(`frame cell ${at}+${size} outside ${frameSize}`);
    };
    const steps = (list: readonly Subscript[]): void => {
      for (const step of list) {
        expression(step.index);
        if (step.count < 0 || step.stride < 0) say("negative step");
      }
    };
    const place = (at: Place, size = 1): void => {
      steps(at.steps);
      if (at.space === "frame") cell(at.base, size + span(at.steps));
      else if (at.space === "reference") cell(at.base);
      else if (at.base < 0 || at.base + span(at.steps) + size > network.cells)
        say(`state cell ${at.base} out of range`);
    };
    const clock = (reference: ClockRef): void => {
      steps(reference.steps);
      if (reference.space === "reference") cell(reference.base);
      else if (reference.base + span(reference.steps) >= network.clocks.length) say("clock out of range");
    };
    const argument = (each: Argument): void => {
      if (each.kind === "value") expression(each.value);
      else if (each.kind === "copy") place(each.source, each.size);
      else if (each.kind === "reference") place(each.place);
      else clock(each.clock);
    };
    const expression = (e: Expression): void => {
      switch (e.kind) {
        case "constant":
          if ((e.value | 0) !== e.value) say(`constant ${e.value} is no int32`);
          return;
        case "load":
          place(e.place);
          return;
        case "unary":
          expression(e.operand);
          return;
        case "binary":
        case "and":
        case "or":
          expression(e.left);
          expression(e.right);
          return;
        case "conditional":
          expression(e.condition);
          expression(e.then);
          expression(e.otherwise);
          return;
        case "forall":
        case "exists":
        case "sum":
          cell(e.cell);
          expression(e.body);
          return;
        case "at":
          steps(e.process.steps);
          if (e.process.base + span(e.process.steps) >= network.processes.length) say("process out of range");
          return;
        case "assign":
          place(e.target);
          if (e.min > e.max) say("empty range");
          expression(e.value);
          return;
        case "copy":
          place(e.target, e.size);
          place(e.source, e.size);
          return;
        case "same":
          place(e.left, e.size);
          place(e.right, e.size);
          return;
        case "call": {
          const callee = network.functions[e.function];
          if (callee === undefined || callee.name === "") {
            say(`no function ${e.function}`);
            return;
          }
          if (callee.parameters.length !== e.arguments.length) say(`${callee.name}: arguments`);
          for (const [i, each] of e.arguments.entries()) {
            if (each.kind !== callee.parameters[i]?.kind) say(`${callee.name}: kind of argument ${i}`);
            argument(each);
          }
          if (e.into !== undefined) place(e.into, callee.returns);
          return;
        }
        case "clock-assign":
          clock(e.clock);
          expression(e.value);
          return;
        case "sequence":
          for (const each of e.first) expression(each);
          expression(e.value);
          return;
        case "choose":
          expression(e.index);
          for (const each of e.cases) expression(each);
          return;
        case "check":
          expression(e.value);
          return;
        case "unsupported":
          if (e.feature.startsWith("parameter")) say("a parameter without a value");
      }
    };
    const statements = (list: readonly Statement[]): void => {
      for (const s of list) {
        switch (s.kind) {
          case "expression":
            expression(s.expression);
            break;
          case "initialise":
            place(s.target, s.values.length);
            break;
          case "block":
            statements(s.body);
            break;
          case "if":
            expression(s.condition);
            statements(s.then);
            statements(s.otherwise);
            break;
          case "while":
          case "do":
            expression(s.condition);
            statements(s.body);
            break;
          case "for":
            for (const each of [...s.init, s.condition, ...s.step]) expression(each);
            statements(s.body);
            break;
          case "iterate":
            cell(s.cell);
            statements(s.body);
            break;
          case "return":
            if (s.value !== undefined) expression(s.value);
            if (s.from !== undefined) place(s.from);
            break;
          case "assert":
            expression(s.condition);
        }
      }
    };
    const conjuncts = (list: readonly (Conjunct | (Rate & { kind?: undefined }))[]): void => {
      for (const c of list) {
        if (c.kind === "data") {
          expression(c.condition);
          continue;
        }
        for (const binder of c.binders) cell(binder.cell);
        if (c.when !== undefined) expression(c.when);
        if (c.kind === "clock") {
          if (c.left !== undefined) clock(c.left);
          if (c.right !== undefined) clock(c.right);
          expression(c.bound);
        } else {
          clock(c.clock);
          expression(c.rate);
        }
      }
    };
    const formula = (f: Formula): void => {
      if (f.kind === "data") expression(f.condition);
      else if (f.kind === "clock") {
        if (f.left !== undefined) clock(f.left);
        if (f.right !== undefined) clock(f.right);
        expression(f.bound);
      } else if (f.kind === "not") formula(f.part);
      else if ("parts" in f) {
        for (const part of f.parts) formula(part);
      } else if (f.kind !== "deadlock") {
        cell(f.binder.cell);
        formula(f.body);
      }
    };
    return { expression, statements, conjuncts, formula, clock, steps };
  };

  for (const [i, process] of network.processes.entries()) {
    for (const location of process.locations) {
      const { conjuncts } = checker(location.frameSize);
      conjuncts(location.invariant);
      conjuncts(location.rates);
    }
    for (const id of process.edges) if (network.edges[id]?.process !== i) say("edge of another process");
  }
  for (const [id, edge] of network.edges.entries()) {
    if (edge.id !== id) say("edge id");
    const check = checker(edge.frameSize);
    check.conjuncts(edge.guard);
    check.statements(edge.update);
    if (edge.selects.length > edge.frameSize) say("selects outside the frame");
    if (edge.sync.kind === "send" || edge.sync.kind === "receive") {
      const { base, steps } = edge.sync.channel;
      check.steps(steps);
      if (base + span(steps) >= network.channels.length) say("channel out of range");
    }
  }
  for (const definition of network.functions) checker(definition.frameSize).statements(definition.body);
  for (const query of network.queries) checkQuery(query, checker(query.frameSize));
  if (network.initialValues.length !== network.cells) say("initial values");
  return [...found];
}

function checkQuery(
  query: Query,
  check: { formula(f: Formula): void; expression(e: Expression): void; clock(c: ClockRef): void },
): void {
  if ("formula" in query) check.formula(query.formula);
  if ("premise" in query) {
    check.formula(query.premise);
    check.formula(query.conclusion);
  }
  if ("terms" in query) {
    if (query.condition !== undefined) check.formula(query.condition);
    for (const { left, right, value } of query.terms) {
      if (left !== undefined) check.clock(left);
      if (right !== undefined) check.clock(right);
      check.expression(value);
    }
  }
}
