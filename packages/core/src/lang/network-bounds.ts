// Do all the indices of a network lie where they should? The engines trust a network and follow its indices without
// looking; so one that comes from a file is walked once, and the first index that leads astray is named.

import {
  type Binder,
  cellsRead,
  type Expression,
  type Formula,
  formulasOf,
  type IndexedRef,
  type Network,
  type Place,
  type Subscript,
  sizeOf,
  type Visitor,
  visitEdge,
  visitExpression,
  visitLocation,
  visitQuery,
  visitStatements,
} from "../network/index.ts";

/** Frames hold selects, locals and parameters; a function that needs more would be refused by the elaborator. */
const MAX_FRAME = 1 << 20;

class OutOfBounds extends Error {}

function need(holds: boolean, what: string): void {
  if (!holds) throw new OutOfBounds(what);
}

/** Says what is wrong with the network, or null. */
export function boundsProblem(network: Network): string | null {
  try {
    checkStructure(network);
    checkData(network);
    checkStochastic(network);
    new BodyCheck(network).run();
    checkRecursion(network);
    return null;
  } catch (error) {
    if (error instanceof OutOfBounds) return error.message;
    throw error;
  }
}

function checkStochastic({ stochastic, edges, events, cells }: Network): void {
  if (stochastic === undefined) return;
  const { branches, labels, rewards } = stochastic;
  need(branches.length === edges.length, "probabilities that belong to no edge");
  const expressions = [
    ...branches.map(({ weight }) => weight),
    ...labels.map(({ condition }) => condition),
    ...rewards.flatMap(({ states, transitions }) =>
      [...states, ...transitions].flatMap(({ guard, value }) => [guard, value]),
    ),
  ];
  for (const expression of expressions) {
    for (const cell of cellsRead(expression)) need(cell < cells, "a probability or reward reads a cell out of bounds");
  }
  for (const { transitions } of rewards) {
    for (const { event } of transitions) need(event < events.length, "a reward of an event out of bounds");
  }
}

function checkStructure(network: Network): void {
  const { processes, edges, labels, events } = network;
  need(new Set(processes.map(({ name }) => name)).size === processes.length, "two processes have the same name");
  for (const [p, process] of processes.entries()) {
    const { locations, initial } = process;
    const where = `process ${process.name}`;
    need(initial.length > 0, `${where} has no initial location`);
    need(
      initial.every((location) => location < locations.length),
      `${where}: initial location out of bounds`,
    );
    need(
      process.edges.every((id) => edges[id]?.process === p),
      `${where}: wrong edge`,
    );
    for (const location of locations) {
      need(
        location.labels.every((label) => label < labels.length),
        `${where}: label out of bounds`,
      );
    }
  }
  for (const [id, edge] of edges.entries()) {
    const process = processes[edge.process];
    need(edge.id === id, `edge ${id} has the wrong id`);
    need(process !== undefined, `edge ${id}: process out of bounds`);
    need(Math.max(edge.source, edge.target) < process!.locations.length, `edge ${id}: location out of bounds`);
    need(edge.selects.length <= edge.frameSize, `edge ${id}: frame too small`);
    need((edge.branch?.group ?? 0) < edges.length, `edge ${id}: group out of bounds`);
    need((edge.branch?.selects ?? 0) <= edge.selects.length, `edge ${id}: more selects than it has`);
    if (edge.sync.kind === "event" || (edge.sync.kind === "internal" && edge.sync.event !== undefined)) {
      need(edge.sync.event! < events.length, `edge ${id}: event out of bounds`);
    }
  }
  const known = processes.reduce((sum, process) => sum + new Set(process.edges).size, 0);
  need(known === edges.length, "an edge is not listed by its process");
  for (const { participants } of network.vectors) {
    for (const { process, event } of participants) {
      need(process < processes.length && event < events.length, "a vector's participant is out of bounds");
    }
  }
}

function checkData(network: Network): void {
  const { cells, initialValues, variables, clocks, functions, processes } = network;
  need(initialValues.length === cells, "there must be one initial value per cell");
  for (const { name, cell, type } of variables) need(cell + sizeOf(type) <= cells, `variable ${name} is out of bounds`);
  for (const { process, name } of [...variables, ...clocks, ...functions]) {
    need(process === undefined || process < processes.length, `the process of ${name} is out of bounds`);
  }
  for (const { name, parameters, frameSize, returns } of functions) {
    need(returns <= MAX_FRAME, `function ${name} returns too much`);
    for (const { cell, size } of parameters) need(cell + size <= frameSize, `function ${name}: frame too small`);
  }
}

/** Walks the bodies of everything, with the frame of the owner at hand. */
class BodyCheck {
  private readonly network: Network;
  private where = "";
  private frame = 0;
  private returns = 0;
  private readonly visitor: Visitor;

  constructor(network: Network) {
    this.network = network;
    this.visitor = {
      expression: (expression) => this.checkExpression(expression),
      statement: (statement) => {
        if (statement.kind === "iterate") this.checkCell(statement.cell);
        if (statement.kind === "return" && statement.from !== undefined) this.checkPlace(statement.from, this.returns);
      },
      conjunct: (conjunct) => {
        if (conjunct.kind === "clock") for (const binder of conjunct.binders) this.checkBinder(binder);
      },
      place: (place, _, size) => this.checkPlace(place, size),
      clock: (clock) => {
        if (clock.space === "reference") this.checkCell(clock.base);
        else this.checkRef(clock, this.network.clocks.length, "clock");
      },
      channel: (channel) => this.checkRef(channel, this.network.channels.length, "channel"),
    };
  }

  run(): void {
    const { network, visitor } = this;
    for (const { name, locations } of network.processes) {
      for (const location of locations) {
        this.enter(`location ${name}.${location.name}`, location.frameSize);
        for (const { binders } of location.rates) for (const binder of binders) this.checkBinder(binder);
        visitLocation(location, visitor);
        if (location.rate !== undefined) visitExpression(location.rate, visitor);
      }
    }
    for (const edge of network.edges) {
      this.enter(`edge ${edge.id}`, edge.frameSize);
      visitEdge(edge, visitor);
      if (edge.branch?.weight !== undefined) visitExpression(edge.branch.weight, visitor);
    }
    for (const definition of network.functions) {
      this.enter(`function ${definition.name}`, definition.frameSize, definition.returns);
      visitStatements(definition.body, visitor);
    }
    this.enter("the update hooks", network.updateFrameSize);
    visitStatements(network.beforeUpdate, visitor);
    visitStatements(network.afterUpdate, visitor);
    for (const { guard, measure, frameSize } of network.progress) {
      this.enter("a progress measure", frameSize);
      if (guard !== undefined) visitExpression(guard, visitor);
      visitExpression(measure, visitor);
    }
    for (const [i, query] of network.queries.entries()) {
      this.enter(`query ${i + 1}`, query.frameSize);
      for (const formula of formulasOf(query)) this.checkFormula(formula);
      visitQuery(query, visitor);
    }
  }

  private enter(where: string, frame: number, returns = 0): void {
    this.where = where;
    this.frame = frame;
    this.returns = returns;
    need(frame <= MAX_FRAME, `${where}: frame too large`);
  }

  private checkExpression(expression: Expression): void {
    const { processes, functions } = this.network;
    switch (expression.kind) {
      case "forall":
      case "exists":
      case "sum":
        this.checkCell(expression.cell);
        break;
      case "at": {
        this.checkRef(expression.process, processes.length, "process");
        const last = expression.process.base + extent(expression.process.steps);
        for (let p = expression.process.base; p <= last; p++) {
          need(expression.location < processes[p]!.locations.length, `${this.where}: location out of bounds`);
        }
        break;
      }
      case "copy":
        need(expression.type === undefined || sizeOf(expression.type) === expression.size, `${this.where}: wrong size`);
        break;
      case "call": {
        const called = functions[expression.function];
        need(called !== undefined, `${this.where}: function out of bounds`);
        const kinds = called!.parameters.map(({ kind }) => kind).join();
        need(kinds === expression.arguments.map(({ kind }) => kind).join(), `${this.where}: arguments do not match`);
        for (const [i, argument] of expression.arguments.entries()) {
          const size = argument.kind === "copy" ? argument.size : 1;
          need(size === called!.parameters[i]!.size, `${this.where}: argument of the wrong size`);
        }
        if (expression.into !== undefined) this.checkPlace(expression.into, called!.returns);
        break;
      }
      default:
        break;
    }
  }

  private checkFormula(formula: Formula): void {
    if (formula.kind === "and" || formula.kind === "or") for (const part of formula.parts) this.checkFormula(part);
    if (formula.kind === "not") this.checkFormula(formula.part);
    if (formula.kind === "forall" || formula.kind === "exists") {
      this.checkBinder(formula.binder);
      this.checkFormula(formula.body);
    }
  }

  private checkBinder({ cell }: Binder): void {
    this.checkCell(cell);
  }

  private checkCell(cell: number): void {
    need(cell < this.frame, `${this.where}: frame cell ${cell} out of bounds`);
  }

  private checkPlace(place: Place, size: number): void {
    // What stands behind a reference is only known when it is called; engines check that address.
    if (place.space === "reference") {
      this.checkCell(place.base);
      return;
    }
    const room = place.space === "state" ? this.network.cells : this.frame;
    const end = place.base + place.offset + extent(place.steps) + Math.max(1, size);
    need(end <= room, `${this.where}: ${place.space} cell ${place.base} out of bounds`);
  }

  private checkRef(ref: IndexedRef, count: number, what: string): void {
    need(ref.base + extent(ref.steps) < count, `${this.where}: ${what} ${ref.base} out of bounds`);
  }
}

/** How far the steps may move. */
function extent(steps: readonly Subscript[]): number {
  return steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
}

/** Functions do not call themselves, not even through others: engines rely on it. */
function checkRecursion({ functions }: Network): void {
  const calls = functions.map(({ body }) => {
    const called = new Set<number>();
    visitStatements(body, { expression: (e) => e.kind === "call" && called.add(e.function) });
    return called;
  });
  const state = new Uint8Array(functions.length); // 0 new, 1 on the path, 2 done
  const stack: { index: number; rest: Iterator<number> }[] = [];
  for (let root = 0; root < functions.length; root++) {
    if (state[root] === 0) push(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const next = top.rest.next();
      if (next.done === true) {
        state[top.index] = 2;
        stack.pop();
      } else if (state[next.value] === 1) {
        throw new OutOfBounds(`function ${functions[next.value]!.name} calls itself`);
      } else if (state[next.value] === 0) {
        push(next.value);
      }
    }
  }
  function push(index: number): void {
    state[index] = 1;
    stack.push({ index, rest: calls[index]!.values() });
  }
}
