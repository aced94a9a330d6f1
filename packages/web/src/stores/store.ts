// A store is a plain class with one immutable state. Components that read it are told when it changes; tests need no
// browser.

import { createSubscriber } from "svelte/reactivity";

export class Store<S extends object> {
  private current: S;
  private update: (() => void) | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly subscribe = createSubscriber((update) => {
    this.update = update;
    return () => {
      this.update = undefined;
    };
  });

  constructor(initial: S) {
    this.current = initial;
  }

  get state(): S {
    this.subscribe();
    return this.current;
  }

  /** For code that is no component. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected set(change: Partial<S>): void {
    this.current = { ...this.current, ...change };
    this.update?.();
    for (const listener of this.listeners) listener();
  }
}
