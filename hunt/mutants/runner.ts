// A process of its own in which tests run (`run.ts`), asked one thing at a time.

import { type ChildProcess, fork } from "node:child_process";

export class Runner {
  private readonly child: ChildProcess;

  constructor(program: string) {
    this.child = fork(program, {
      execArgv: ["--max-old-space-size=2000"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  /**
   * What the process answers; undefined where it was ended: by its mutant, or for taking more CPU than its tests do, or
   * so many seconds.
   */
  ask<Answer>(order: object, seconds: number): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const { child } = this;
      // The process itself looks at its CPU time; one that only waits uses none.
      const timer = setTimeout(() => child.kill("SIGKILL"), 1000 * seconds);
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      child.once("message", (answer) => settle(answer as Answer));
      child.once("exit", () => settle(undefined));
      child.send(order, (error) => {
        if (error !== null) settle(undefined);
      });
    });
  }

  end(): undefined {
    this.child.kill("SIGKILL");
  }
}
