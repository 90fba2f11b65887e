import { randomUUID } from 'node:crypto';
import { flowVersionEntity, packSource } from '#shared/flows/store/flows.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { appendLog } from '#shared/workers/verbs/append-log.ts';
import { claimRun } from '#shared/workers/verbs/claim-run.ts';
import type { UnderClaim } from '#shared/workers/verbs/find-work.ts';
import { finishWork } from '#shared/workers/verbs/finish-work.ts';
import { type Heartbeat, heartbeatRun } from '#shared/workers/verbs/heartbeat-run.ts';
import { reportResults } from '#shared/workers/verbs/report-results.ts';
import type { ReportedResult } from '#shared/workers/verbs/reported-result.ts';
import { newRun } from './runs.ts';

type Ctx = Orchestrated<ProjectContext>;

/** Starts a run of a worker's flow, whose source is there. */
export async function startWorkerRun(ctx: Ctx, given: Parameters<typeof newRun>[0] = {}): Promise<RunRef> {
  const run = newRun({ runner: 'worker', backend: 'worker', plan: undefined, ...given });
  const { flowName: name, flowVersion: version, chipId } = run;
  const facts = { projectId: ctx.projectId, name, version, runner: 'worker' as const, chipId, description: '' };
  const texts = { functionName: 'main', tags: [], savedBy: 'alice', savedAt: '2025-01-01T00:00:00.000Z' };
  const source = { code: packSource('def main(): pass'), defaultParameters: '{}', defaultRunParameters: '{}' };
  await batchWriteItems(ctx.db, [{ put: flowVersionEntity.encode({ ...facts, ...texts, ...source }, 1) }]);
  const { projectId, executionId, flowRunId } = await startRun(ctx, run);
  return { projectId, executionId, flowRunId };
}

/** T1 of a qubit, measured. */
export const measuredT1 = (qid: string, given: Partial<ReportedResult> = {}): ReportedResult => ({
  ...{ task: 'CheckT1', taskType: 'qubit', qid, stage: 0, attempt: 0, status: 'completed', message: '' },
  ...{ stackTrace: undefined, inputParameters: {}, runParameters: {}, r2: 0.99, figures: [], rawData: [] },
  outputParameters: { t1: { value: 41.5, error: 0.5, unit: 'us', valueType: 'float', description: '' } },
  startAt: '2025-03-01T11:59:00.000Z',
  endAt: '2025-03-01T12:00:00.000Z',
  ...given,
});

/** A worker process that knows what it was told: another process of the same name is another one of these. */
export class TestWorker {
  readonly #ctx: () => Ctx;
  readonly name: string;
  readonly claimKey: string = randomUUID();
  fence = 0;
  flowRunId = '';

  constructor(ctx: () => Ctx, name = 'fridge-2') {
    this.#ctx = ctx;
    this.name = name;
  }

  /** Asks for a run. @returns whether it got one. */
  async claim(): Promise<boolean> {
    const asked = { worker: this.name, backends: ['worker'], claimKey: this.claimKey, software: 'test' };
    const { run } = await claimRun(this.#ctx(), asked);
    if (!run) return false;
    this.fence = run.claim.fence;
    this.flowRunId = run.execution.flowRunId;
    return true;
  }

  #underClaim = () => ({ fence: this.fence, claimKey: this.claimKey });

  /** @returns why it must stop; undefined to go on. */
  beat = (said: Omit<Heartbeat, keyof UnderClaim> = {}) =>
    heartbeatRun(this.#ctx(), this.flowRunId, { ...said, ...this.#underClaim() });

  /** @returns whether the result was taken. */
  async report(...results: ReportedResult[]): Promise<boolean> {
    try {
      const sent = results.map((result) => ({ ...result, muxId: undefined, qubits: {}, roleOutputs: {} }));
      await reportResults(this.#ctx(), this.flowRunId, { ...this.#underClaim(), results: sent });
      return true;
    } catch (error) {
      if (error instanceof Error && 'kind' in error && error.kind === 'conflict') return false;
      throw error;
    }
  }

  /** Sends lines of the log, each of which says its number. @returns the number of the next line. */
  log = async (sequence: number, count: number): Promise<number> => {
    const lines = Array.from({ length: count }, (_, n) => ({
      at: '2025-03-01T12:00:00.000Z',
      level: 'info' as const,
      text: `line ${sequence + n}`,
    }));
    const { next } = await appendLog(this.#ctx(), this.flowRunId, { ...this.#underClaim(), sequence, lines });
    return next;
  };

  finish = (status: 'completed' | 'failed' | 'stopped', message = '') =>
    finishWork(this.#ctx(), this.flowRunId, { ...this.#underClaim(), status, message });
}
