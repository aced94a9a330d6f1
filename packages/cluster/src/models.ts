// What workers need of models: to read them, and to ask them. Whoever embeds this package hands it in; nothing here
// knows what a model means.

import type { ShardedSearch, ShardMail } from "@tracehound/core";
import type { JobModel, JobSpec, JobTask, TaskReport } from "./job.ts";

export interface OpenedModel {
  /** Of the network, as it was read here. */
  readonly hash: string;
  /** Answers one task; Ctrl-C and the end of the job come by the signal. */
  answer(task: JobTask, options: JobSpec["options"], signal: AbortSignal): Promise<Omit<TaskReport, "task">>;
  /**
   * Makes one worker of a search and lets it run until its mail is over. `onMade` hears of it before its first step;
   * `idle` is waited for between steps.
   */
  search(
    spec: JobSpec,
    mail: ShardMail,
    onMade: (search: ShardedSearch) => Promise<void>,
    idle: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface Models {
  readonly version: string;
  /** Throws where the text is no model. */
  open(model: JobModel, text: string): OpenedModel;
}
