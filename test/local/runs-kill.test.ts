import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { type Database, openDatabase, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { decodeTaskRow, type TaskRow } from '#shared/results/store/task-results.ts';
import { plannedTasks } from '#shared/runs/rules/enumerate-plan.ts';
import type { RunPlan } from '#shared/runs/rules/plan.ts';
import { isEnded, isOpen } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '#shared/runs/store/executions.ts';
import { getLock } from '#shared/runs/store/locks.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { checkResults } from '#test/support/runs/run-results.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';
import { type FromRunServer, runServerChip, type ToRunServer } from '#test/support/stack/run-server.ts';

const kills = Number(process.env.KILLS ?? caseCount(6));
const seed = Number(process.env.KILL_SEED ?? 20_250_301);
/** Longest wait before a kill: a little less than the run lasts. */
const longestMilliseconds = 2500;

/** Numbers from 0 to 1 that follow from a seed (mulberry32), so that a red run can be repeated roughly. */
function numbersOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Six tasks on each of sixteen qubits, in two stages. */
const plan = (n: number): RunPlan => {
  const qids = Array.from({ length: runServerChip.size }, (_, qid) => String(qid));
  const stage = (name: string, tasks: string[]) => ({
    name,
    tasks: tasks.map((task) => ({ name: task, type: 'qubit' as const, parameters: {} })),
    qids,
    couplingIds: [],
    onFailure: 'continue' as const,
  });
  return {
    backend: 'simulator',
    seed: n,
    stages: [
      stage('coherence', ['CheckRabi', 'CheckT1', 'CheckT2Echo']),
      stage('readout', ['CheckRamsey', 'CheckRabi', 'CheckT1']),
    ],
  };
};

/** A served data directory. */
interface Server {
  child: ChildProcess;
  db: Database;
  projectId: string;
  zone: string;
  ask(message: ToRunServer): Promise<string>;
  kill(): Promise<void>;
}

describe.skipIf(missingEngine)(
  `a service that is killed while runs go on${missingEngine && ` (skipped: ${missingEngine})`}`,
  () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'fiducial-kill-'));
    });
    afterAll(async () => {
      await eventually(() => processesWith(directory).length === 0);
      await rm(directory, { recursive: true });
    });

    async function serve(): Promise<Server> {
      const file = join(projectRoot, 'test/support/stack/run-server.ts');
      const child = fork(file, [directory], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      const heard = async () => (await once(child, 'message'))[0] as FromRunServer;
      const first = await heard();
      if (!('ready' in first)) throw new Error(`not ready: ${JSON.stringify(first)}`);
      const { databaseFile, projectId, tableName, zone } = first.ready;
      const client = localClient({ databaseFile, ask: () => Promise.reject(new Error('This process only reads')) });
      return {
        child,
        db: openDatabase(client, tableName),
        projectId,
        zone,
        ask: async (message) => {
          const answer = heard();
          child.send(message);
          const heardAnswer = await answer;
          if ('executionId' in heardAnswer) return heardAnswer.executionId;
          throw new Error(JSON.stringify(heardAnswer));
        },
        kill: async () => {
          client.destroy();
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
          // The engine ends with the process that started it; only then is its file free.
          await eventually(() => processesWith(directory).length === 0);
        },
      };
    }

    const rowsOf = async ({ db, projectId }: Server, executionId: string): Promise<TaskRow[]> =>
      (await queryAll(db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) })).map(decodeTaskRow);

    const endedRows = (rows: readonly TaskRow[]) =>
      new Map(rows.filter((r) => !isOpen(r.status)).map((r) => [r.taskId, r]));

    async function executionOf({ db, projectId }: Server, executionId: string): Promise<ExecutionRecord> {
      const execution = await getExecution(db, projectId, executionId);
      if (!execution) throw new Error(`Run '${executionId}' is lost`);
      return execution;
    }

    async function untilEnded(server: Server, executionId: string): Promise<ExecutionRecord> {
      for (;;) {
        const execution = await executionOf(server, executionId);
        if (isEnded(execution.status)) return execution;
        await sleep(50);
      }
    }

    /** What must hold of a run that has ended, however often it was killed. */
    async function checkEnded(server: Server, executionId: string, of: RunPlan): Promise<ExecutionRecord['status']> {
      const execution = await untilEnded(server, executionId);
      const lock = await getLock(server.db, server.projectId);
      expect(lock?.holder).toBeUndefined();
      const results = await checkResults(server.db, server.zone, [runServerChip.chipId]);
      const own = results.filter((result) => result.executionId === executionId);
      expect(own.filter(({ status }) => isOpen(status))).toEqual([]);
      const planned = plannedTasks(of, execution.flowRunId, 0, Number.MAX_SAFE_INTEGER);
      const ids = own.map(({ taskId }) => taskId);
      expect(new Set(ids).size).toBe(ids.length);
      if (execution.status === 'completed') {
        expect(ids.toSorted()).toEqual(planned.map(({ taskId }) => taskId).toSorted());
        expect(own.filter(({ status }) => !['completed', 'failed', 'skipped'].includes(status))).toEqual([]);
      }
      return execution.status;
    }

    /** Kills the service while a run goes on, and starts it again. @returns undefined when the run had ended before. */
    async function killOnce(server: Server, executionId: string): Promise<Server | undefined> {
      const before = endedRows(await rowsOf(server, executionId));
      if (isEnded((await executionOf(server, executionId)).status)) return undefined;
      await server.kill();
      const next = await serve();
      const after = endedRows(await rowsOf(next, executionId));
      for (const [taskId, row] of before) expect(after.get(taskId)).toEqual(row);
      return next;
    }

    it(`a service killed ${kills} times while runs go on loses and doubles no result, goes on, and frees the lock`, {
      timeout: 600_000 + kills * 120_000,
    }, async () => {
      const random = numbersOf(seed);
      const tally: Record<string, number> = {};
      let server = await serve();
      let done = 0;
      for (let n = 0; done < kills; n += 1) {
        const of = plan(n);
        const executionId = await server.ask({ start: of });
        const cancelled = random() < 0.25;
        if (cancelled) {
          await sleep(random() * 500);
          await server.ask({ cancel: executionId }).catch(() => undefined);
        }
        let goesOn = true;
        while (goesOn && done < kills) {
          await sleep(random() * longestMilliseconds);
          const next = await killOnce(server, executionId);
          if (next) done += 1;
          server = next ?? server;
          goesOn = next !== undefined && random() < 0.5;
        }
        const status = await checkEnded(server, executionId, of);
        tally[status] = (tally[status] ?? 0) + 1;
      }
      await server.kill();
      process.stdout.write(`Seed ${seed}: ${done} kills; runs that ended: ${JSON.stringify(tally)}\n`);
      expect(done).toBe(kills);
      expect(tally.failed ?? 0).toBe(0);
    });
  },
);
