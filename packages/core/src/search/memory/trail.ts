// The way to a node of a search that keeps a tree of its own: the ordinals from the initial state on.

interface TreeNode {
  readonly parent: TreeNode | undefined;
  readonly ordinal: number;
}

export function trailTo(node: TreeNode | undefined): readonly number[] {
  const ordinals: number[] = [];
  for (let at = node; at?.parent !== undefined; at = at.parent) ordinals.push(at.ordinal);
  return ordinals.reverse();
}
