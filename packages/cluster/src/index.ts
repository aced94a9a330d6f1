// Many machines on one question, over NATS JetStream: jobs from the side of who asks, and workers.

export { auditOf, isSame, NumberSet, type WorkerAnswer } from "./audit.ts";
export { readBatch, writeBatch } from "./batches.ts";
export { type Broker, type BrokerAddress, ClusterError, connectBroker, streamOf, subjectOf } from "./broker.ts";
export { readCredentials } from "./credentials.ts";
export type { JobKind, JobModel, JobOutcome, JobSpec, JobStatistics, JobTask, TaskReport } from "./job.ts";
export {
  cancelJob,
  type JobResult,
  type JobStatus,
  type JobWish,
  jobResult,
  jobStatus,
  listJobs,
  startJob,
} from "./jobs.ts";
export type { Models, OpenedModel } from "./models.ts";
export { runWorker, type WorkerOptions } from "./worker.ts";
