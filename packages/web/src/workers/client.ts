// The page's side of a worker: calls are promises. A worker that dies fails its calls and is replaced at the next one.

import type { Answer, Ask, CallName, FromWorker, Sample, ToWorker } from "./protocol.ts";

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly tell?: ((sample: Sample) => void) | undefined;
}

/** What a client needs of a `Worker`; tests hand in their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export class WorkerLost extends Error {}

export class WorkerClient {
  private worker: WorkerLike | undefined;
  private readonly make: () => WorkerLike;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;

  constructor(make: () => WorkerLike = makeWorker) {
    this.make = make;
  }

  get busy(): boolean {
    return this.pending.size > 0;
  }

  call<K extends CallName>(name: K, ask: Ask<K>, tell?: (sample: Sample) => void): Promise<Answer<K>> {
    const worker = (this.worker ??= this.started());
    const id = ++this.calls;
    return new Promise<Answer<K>>((resolve, reject) => {
      this.pending.set(id, { resolve: (answer) => resolve(answer as Answer<K>), reject, tell });
      worker.postMessage({ kind: "call", id, name, ask });
    });
  }

  /** A call that ends the worker when it takes longer than that; `why` says so. */
  async callWithin<K extends CallName>(seconds: number, why: string, name: K, ask: Ask<K>): Promise<Answer<K>> {
    const timer = setTimeout(() => this.end(why), 1000 * seconds);
    try {
      return await this.call(name, ask);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets the running call end with what it knows. */
  stop(): void {
    this.worker?.postMessage({ kind: "stop" });
  }

  /** Ends the worker; what it was asked fails. */
  end(why = "it was ended"): void {
    this.worker?.terminate();
    this.worker = undefined;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of lost) reject(new WorkerLost(why));
  }

  private started(): WorkerLike {
    const worker = this.make();
    worker.onmessage = ({ data }) => {
      const call = this.pending.get(data.id);
      if (call === undefined) return;
      if (data.kind === "progress") {
        call.tell?.(data.sample);
        return;
      }
      this.pending.delete(data.id);
      if (data.kind === "answer") call.resolve(data.answer);
      else call.reject(new Error(data.words));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message === "" ? "the worker died" : event.message);
    };
    return worker;
  }
}

function makeWorker(): WorkerLike {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
