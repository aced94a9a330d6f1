// What is dear to compute and may not be asked for: made at the first call, kept for the others.

export function once<T>(make: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
