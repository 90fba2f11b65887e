import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '#shared/api/client.ts';
import { LATTICE_KINDS } from '#shared/chips/rules/target-kinds.ts';
import { getChip, listTargets } from '#shared/chips/store/chips.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { mergeRollUps, rollUp } from '#shared/values/rules/roll-up.ts';
import { packTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { invocation } from './floor.ts';
import { table } from './report.ts';

/*
 * `npm run bench:year -- [qubits]`: a year of best values and of averages of a chip of 256 qubits with twenty metrics, each
 * measured on every day: eleven months and thirty days in roll-ups. It tells how much memory a read takes at most beyond what the
 * process has before, and its CPU.
 */

const qubits = Number(process.argv[2] ?? 256);
const metricsRead = 20;
const now = new Date('2026-01-01T00:00:00.000Z');
const ref = { chipId: 'year' };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Resident memory now, and at most since `forgetPeak`, in megabytes. */
function resident(): { now: number; peak: number } {
  const status = readFileSync('/proc/self/status', 'utf8');
  const of = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

const forgetPeak = () => writeFileSync('/proc/self/clear_refs', '5');

/** Months `YYYYMM` but the last, and its days `YYYYMMDD`. */
const spans = [
  ...Array.from({ length: 11 }, (_, n) => ({ span: 'month' as const, date: `2025${String(n + 1).padStart(2, '0')}` })),
  ...Array.from({ length: 31 }, (_, n) => ({ span: 'day' as const, date: `202512${String(n + 1).padStart(2, '0')}` })),
];

function measuredOn(date: string, seed: number) {
  const at = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T06:00:00.${String(seed % 1000).padStart(3, '0')}Z`;
  const value = 0.5 + ((seed * 7919) % 1000) / 3000;
  return {
    at,
    value,
    error: value / 100,
    unit: '',
    source: 'task' as const,
    recordedAt: at,
    sampleId: `${date}-${seed}`,
  };
}

const stack = await startTestStack({ clock: () => now, config: { strictResponses: false }, consumers: [] });
try {
  const address = { baseUrl: `${stack.url}/api` };
  const { access_token: token, default_project_id } = await createClient(address).login({ body: stack.admin });
  const projectId = default_project_id ?? '';
  await createClient({ ...address, token: () => token }).createChip({ body: { chip_id: ref.chipId, size: qubits } });
  const { db } = stack.runtime;
  const chip = await getChip(db, projectId, ref.chipId);
  if (!chip) throw new Error('The chip was not created');
  const targets = (await Promise.all(LATTICE_KINDS.map((kind) => listTargets(db, chip, kind)))).flat();
  const metrics = metricCatalogue.filter(({ mode }) => mode !== 'none').slice(0, metricsRead);
  for (const metric of metrics) {
    const own = targets.filter(({ kind }) => kind === metric.target);
    const items = spans.map(({ span, date }, place) => {
      const days =
        span === 'day' ? [date] : Array.from({ length: 28 }, (_, n) => `${date}${String(n + 1).padStart(2, '0')}`);
      const rolled = own.flatMap(({ kind, id }, n) => {
        const parts = days.flatMap((day, m) => {
          const one = { ...measuredOn(day, n + 31 * (m + place)), unit: metric.storedUnit, executionId: `${day}-001` };
          return rollUp(metric.key, metric.target, [one]) ?? [];
        });
        const merged = mergeRollUps(metric.mode, parts);
        return merged ? [{ target: { kind, id }, rollUp: merged }] : [];
      });
      const record = { projectId, ...ref, metric: metric.key, span, date, targets: packTargets(rolled) };
      return rollUpEntity.encode(record, 1);
    });
    const months = [...new Set(spans.map(({ date }) => date.slice(0, 6)))];
    const marks = months.map((month) =>
      seriesEntity.encode({ projectId, ...ref, metric: metric.key, month, task: 'CheckT1' }, 1),
    );
    await batchWriteItems(
      db,
      [...items, ...marks].map((put) => ({ put })),
    );
  }
  const rows: string[][] = [];
  for (const mode of ['best', 'average'] as const) {
    const invoke = await invocation(token, {
      ...{ name: mode, operationId: 'getChipMetrics', projectId, contributes: [], params: { chip_id: ref.chipId } },
      query: { selection_mode: mode, start_at: '2025-01-01T00:00:00.000Z' },
    });
    for (const turn of ['first', 'second', 'third']) {
      collect();
      forgetPeak();
      const [before, cpu] = [resident().now, process.cpuUsage()];
      const { body = '' } = await invoke();
      const { user, system } = process.cpuUsage(cpu);
      const added = resident().peak - before;
      rows.push([
        `${mode}, ${turn}`,
        before.toFixed(0),
        added.toFixed(0),
        ((user + system) / 1e6).toFixed(2),
        (body.length / 1000).toFixed(0),
      ]);
    }
  }
  console.log(
    table(
      [`${qubits} qubits, ${metrics.length} metrics, a year`, 'Before, MB', 'At most, MB more', 'CPU, s', 'Answer, kB'],
      rows,
    ),
  );
} finally {
  await stack.stop();
}
