import { createHash } from 'node:crypto';
import { encodePart, type Key, project } from './parts.ts';

/**
 * Partitions of the list of held locks. An index takes 1,000 writes a second in a partition, and each run writes twice: as
 * it takes the lock and as it releases it.
 */
const heldShards = 4;

const heldShard = (shard: number): string => `HELD#${shard}`;

/** Keys of runs: the lock, the counters, the pointer from a run to its execution, and the indexes of executions. */
export const runKeys = {
  lock: (projectId: string): Key => ({ pk: project(projectId), sk: 'LOCK' }),
  /** gsi2: the locks that are held, in all projects; by project in one of a few partitions. */
  held: (projectId: string): string =>
    heldShard((createHash('sha256').update(projectId).digest()[0] ?? 0) % heldShards),
  /** All partitions of that list: what the sweep reads. The last is that of earlier versions. */
  allHeld: (): string[] => [...Array.from({ length: heldShards }, (_, shard) => heldShard(shard)), 'HELD'],
  /** The start that waits for the lock. */
  queue: (projectId: string): Key => ({ pk: project(projectId), sk: 'QUEUE' }),
  /** gsi2: the projects in which a start waits. */
  queued: 'QUEUED',
  counter: (projectId: string, chipId: string, date: string): Key => ({
    pk: project(projectId),
    sk: `COUNTER#${encodePart(chipId)}#${date}`,
  }),
  counters: (projectId: string, chipId: string) => ({
    pk: project(projectId),
    prefix: `COUNTER#${encodePart(chipId)}#`,
  }),
  /** What a run of the past last wrote to a list: `partition` is that of the list on its index. */
  pastHead: (projectId: string, partition: string): Key => ({ pk: runKeys.pastHeads(projectId).pk, sk: partition }),
  pastHeads: (projectId: string) => ({ pk: `${project(projectId)}#PAST`, prefix: '' }),
  run: (projectId: string, flowRunId: string): Key => ({
    pk: `${project(projectId)}#RUN#${encodePart(flowRunId)}`,
    sk: 'RUN',
  }),
  /** What a task of a worker's run measures at the moment. */
  trace: (projectId: string, executionId: string): Key => ({
    pk: runKeys.logs(projectId, executionId).pk,
    sk: 'TRACE',
  }),
  /** Lines of a run's log, a batch an item, by the claim that wrote them and the number of the first. */
  log: (projectId: string, executionId: string, fence: number, sequence: number): Key => ({
    pk: runKeys.logs(projectId, executionId).pk,
    sk: `LOG#${String(fence).padStart(8, '0')}#${String(sequence).padStart(8, '0')}`,
  }),
  logs: (projectId: string, executionId: string) => ({
    pk: `${project(projectId)}#X#${encodePart(executionId)}`,
    prefix: 'LOG#',
  }),
  /** Partitions of gsi1 (chip), gsi2 (status), gsi3 (chip and status) and gsi4 (flow), sorted as the executions are. */
  ofChip: (projectId: string, chipId: string): string => `${project(projectId)}#EXEC#C#${encodePart(chipId)}`,
  ofStatus: (projectId: string, status: string): string => `${project(projectId)}#EXEC#S#${encodePart(status)}`,
  ofChipAndStatus: (projectId: string, chipId: string, status: string): string =>
    `${project(projectId)}#EXEC#CS#${encodePart(chipId)}#${encodePart(status)}`,
  ofFlow: (projectId: string, flowName: string): string => `${project(projectId)}#EXEC#F#${encodePart(flowName)}`,
};

/** Keys of the workers that a project has seen. */
export const workerKeys = {
  worker: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `WORKER#${encodePart(name)}` }),
  workers: (projectId: string) => ({ pk: project(projectId), prefix: 'WORKER#' }),
  announcement: (projectId: string, name: string): Key => ({
    pk: project(projectId),
    sk: `ANNOUNCED#${encodePart(name)}`,
  }),
};
