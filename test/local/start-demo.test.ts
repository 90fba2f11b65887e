import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { eventually, projectRoot } from '#test/support/stack/processes.ts';
import { address, ready, signIn, startedServices, stop } from './support/started-services.ts';

const again = 'which is loaded again';

/** Reads the month of a lab that the demo is, and expects all that it shows. */
async function readMonth(client: Client) {
  const params = { chip_id: 'DEMO64' };
  const chip = await client.getChip({ params });
  const qubits = Object.values(chip.qubits ?? {});
  expect([qubits.length, Object.keys(chip.couplings ?? {}).length]).toEqual([64, 112]);
  expect(qubits.filter((qubit) => qubit.data.t1)).toHaveLength(62);
  const { cooldowns } = await client.listCooldowns();
  expect(cooldowns.map(({ ended_at }) => ended_at === null)).toEqual([true, false]);
  const { executions } = await client.listExecutions({ query: { limit: 100 } });
  expect(executions.length).toBeGreaterThan(30);
  expect(executions.filter(({ status }) => status !== 'completed')).toEqual([]);
  const failed = await client.listTaskResults({ query: { chip_id: 'DEMO64', status: 'failed', limit: 1 } });
  expect(failed.total).toBeGreaterThan(0);
  const held = await client.listHeldMeasurements({ query: { chip_id: 'DEMO64' } });
  expect(held.measurements.flatMap(({ values }) => values.map(({ because }) => because))).toContain('jump');
  const noted = await client.listChipNoteEvents({ params, query: { limit: 100 } });
  expect(new Set(noted.events.map(({ scope }) => scope)).size).toBeGreaterThanOrEqual(4);
  const { alerts } = await client.getChipDrift({ params });
  const standing = alerts.items.filter(({ state }) => state === 'alert');
  expect(standing.flatMap(({ acknowledgement }) => (acknowledgement ? [acknowledgement.reason] : []))).toEqual([
    expect.stringContaining('two-level defect'),
  ]);
  expect(standing.filter(({ acknowledgement }) => acknowledgement === null)).not.toEqual([]);
  const { schedules } = await client.listAllFlowSchedules();
  expect(schedules.map(({ active, next_run }) => active && next_run !== null)).toEqual([true, true]);
  const historyOf = async (qid: string, metric: string) =>
    (await client.getQubitMetricHistory({ params: { ...params, qid }, query: { metric } })).history;
  const t1 = await historyOf('5', 't1');
  expect(t1.length).toBeGreaterThan(20);
  const { days } = await client.listChipDays({ params, query: { limit: 100 } });
  expect(days.length).toBeGreaterThan(20);
  const derived = { t1, echo: await historyOf('40', 't2_echo'), days, qubits: chip.qubits, drift: alerts };
  return { projectId: chip.project_id, runs: executions.length, derived };
}

describe.skipIf(missingEngine)(`the service on one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  const { pathOf, start, servicePid } = startedServices();

  const figureRuns = async (directory: string) => {
    const figures = pathOf(directory, 'objects', 'figures');
    const projects = await readdir(figures).catch(() => []);
    return (await Promise.all(projects.map((project) => readdir(join(figures, project))))).flat();
  };

  /** Starts and kills the service while it loads the demo; where every case is drawn, once with most of it loaded. */
  async function cutLoads(directory: string) {
    const log = pathOf(directory, 'demo-loading.db');
    const points: { args: string[]; reached: (output: string) => boolean | Promise<boolean> }[] = [
      { args: ['--demo'], reached: () => existsSync(log) },
      {
        args: ['--demo'],
        reached: async (output) => output.includes(again) && (await figureRuns(directory)).length >= 2,
      },
      { args: [], reached: (output) => output.includes(again) },
      { args: [], reached: async (output) => output.includes(again) && (await figureRuns(directory)).length >= 25 },
    ];
    for (const { args, reached } of isEveryCase ? points : points.slice(0, 2)) {
      const killed = start(directory, args);
      await eventually(async () => killed.child.exitCode !== null || (await reached(killed.output())));
      process.kill(await servicePid(directory), 'SIGKILL');
      // A start that fails is not tried again.
      expect(await killed.ended).toBe(1);
      expect(killed.output()).not.toMatch(ready);
      expect(killed.output()).not.toContain('in use');
    }
  }

  // The longest of all: where not every case is drawn, the month is loaded once, after starts that were killed.
  test.each([
    { title: 'a start after some that were killed while they loaded it', directory: 'cut', args: [] },
    ...(isEveryCase ? [{ title: 'the first start', directory: 'demo', args: ['--demo'] }] : []),
  ])(
    '$title fills an unused service with a month of a lab, and recomputing its derived values changes nothing',
    { timeout: 1_800_000 },
    async ({ directory, args }) => {
      const isCut = directory === 'cut';
      if (isCut) await cutLoads(directory);
      const first = start(directory, args);
      const made = await readMonth(await signIn(await address(first)));
      expect(first.output().includes(again)).toBe(isCut);
      expect(first.output()).toContain('Loaded the simulated chip DEMO64');
      expect(await figureRuns(directory)).toHaveLength(made.runs);
      await stop(first);
      expect(existsSync(pathOf(directory, 'demo-loading.db'))).toBe(false);

      const rebuilt = spawn(
        process.execPath,
        [
          ...['scripts/operations/rebuild-projection.ts', '--project', made.projectId],
          ...['--data-dir', pathOf(directory)],
        ],
        { cwd: projectRoot, stdio: 'ignore' },
      );
      expect((await once(rebuilt, 'close'))[0]).toBe(0);

      const second = start(directory, ['--demo']);
      const rebuiltMonth = await readMonth(await signIn(await address(second)));
      expect(second.output()).toContain('DEMO64 already exists');
      expect(rebuiltMonth).toEqual(made);
      await stop(second);
    },
  );
});
