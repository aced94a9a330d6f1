// A binary heap of nodes by cost. A node may be in it several times; whoever takes it out knows which entry counts.

export class CostQueue {
  private readonly costs: number[] = [];
  private readonly nodes: number[] = [];
  /** Of the node that was taken out last. */
  cost = 0;

  clear(): void {
    this.costs.length = 0;
    this.nodes.length = 0;
    this.cost = 0;
  }

  push(node: number, cost: number): void {
    const { costs, nodes } = this;
    let at = costs.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (costs[parent]! <= cost) break;
      costs[at] = costs[parent]!;
      nodes[at] = nodes[parent]!;
      at = parent;
    }
    costs[at] = cost;
    nodes[at] = node;
  }

  /** One of the cheapest; −1 when there is none. */
  pop(): number {
    const { costs, nodes } = this;
    if (costs.length === 0) return -1;
    this.cost = costs[0]!;
    const node = nodes[0]!;
    const lastCost = costs.pop()!;
    const lastNode = nodes.pop()!;
    const size = costs.length;
    if (size === 0) return node;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && costs[child + 1]! < costs[child]!) child++;
      if (costs[child]! >= lastCost) break;
      costs[at] = costs[child]!;
      nodes[at] = nodes[child]!;
      at = child;
    }
    costs[at] = lastCost;
    nodes[at] = lastNode;
    return node;
  }
}
