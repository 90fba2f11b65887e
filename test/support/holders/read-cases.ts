import { expect } from 'vitest';
import { itemOf } from '#shared/archives/store/archived-items.ts';
import { readArchiveRecords } from '#shared/archives/verbs/read-records.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { chipAsOf } from '#shared/chips/verbs/history/chip-as-of.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import { previewImport } from '#shared/devices/verbs/preview-import.ts';
import { readOrigin } from '#shared/results/verbs/provenance/first-reads.ts';
import { readLineage } from '#shared/results/verbs/provenance/graphs.ts';
import { readParameterHistory } from '#shared/results/verbs/provenance/history.ts';
import { totalsOf } from '#shared/statistics/rules/differences/totals.ts';
import { readDifferences } from '#shared/statistics/verbs/differences/read-differences.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { DATE, type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { settleResults } from '#test/support/invariants/result-invariants.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';
import { chipId, exclude, measure, type Scene, startResults } from './result-scene.ts';

/** What a read answers, in parts that change each by itself. */
type Parts = Map<string, string>;
type Read = (ctx: Stage['owner']) => Promise<Parts>;

const partsOf = (entries: readonly (readonly [string, unknown])[]): Parts =>
  new Map(entries.map(([name, part]) => [name, JSON.stringify(part, inOrder)]));

/** The table gives the fields of a map in any order. */
const inOrder = (_: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const valuesOf = (targets: readonly { kind: string; id: string; data: object }[]): Parts =>
  partsOf(
    targets.flatMap(({ kind, id, data }) =>
      Object.entries(data).map(([metric, value]) => [`${kind} ${id} ${metric}`, value] as const),
    ),
  );

const device: Device = {
  conf: { backend_name: 'line', n_qubits: 2, coupling_map: [[0, 1]] },
  props: {
    backend_name: 'line',
    qubits: [0, 1].map(() => [parameter('T1', 77, 'µs', '2025-03-01T06:00:00-05:00')]),
    gates: [gate('cz', [0, 1], 0.01, 84, DATE)],
  },
};

async function archiveOf(ctx: Stage['owner']): Promise<Parts> {
  const lines: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readArchiveRecords(ctx, cursor, { characters: 8000, steps: 40 });
    lines.push(...page.lines);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const named = lines.map((line) => [nameOfLine(line), line] as const);
  // No item is in it twice.
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  return new Map(named);
}

/** What a line is of: its kind, and what names it there. */
function nameOfLine(line: string): string {
  const { kind, record } = JSON.parse(line) as { kind: string; record: Record<string, unknown> };
  const { item } = { item: itemOf(line, String(record.projectId), () => 'usr') };
  return `${kind} ${item.pk} ${item.sk} ${record.executionId ?? ''}`;
}

/** A side without the name of its task, which is read where the sides differ alone. */
const unnamed = (side: { taskName?: string | undefined } | undefined): unknown =>
  side && { ...side, taskName: undefined };

const reads: Record<string, Read> = {
  'compares a day with now': async (ctx) => {
    const sides = { before: { kind: 'day', date: '20250301' }, after: { kind: 'instant', asOf: undefined } } as const;
    const { differences, totals } = await readDifferences(ctx, chipId, sides);
    expect(totals).toEqual(totalsOf(differences));
    return partsOf(
      differences.flatMap(({ target: { kind, id }, metric, before, after }) => [
        [`${kind} ${id} ${metric} before`, unnamed(before)] as const,
        [`${kind} ${id} ${metric} after`, unnamed(after)] as const,
      ]),
    );
  },
  'reads a chip as of an instant': async (ctx) => {
    const { qubits, couplings } = await chipAsOf(ctx, chipId, '2025-03-02T11:59:00.000Z');
    return valuesOf([...qubits, ...couplings]);
  },
  'reads a day of a chip': async (ctx) => {
    const { targets } = await chipOnDay(ctx, chipId, '20250301');
    return valuesOf(targets.map(({ target, data }) => ({ ...target, data })));
  },
  'reads the history of a parameter': async (ctx) => {
    const { versions } = await readParameterHistory(ctx, { chipId, metric: 't1', qid: '0' }, 100);
    return partsOf(versions.map(({ version }) => [version.entityId, version] as const));
  },
  'reads the lineage of a value': async (ctx) => {
    const history = await readParameterHistory(ctx, { chipId, metric: 't1', qid: '0' }, 100);
    const oldest = history.versions.at(-1)?.version.entityId ?? '';
    const graph = await readLineage(ctx, await readOrigin(ctx, oldest), 3);
    return partsOf([['origin', graph.origin]]);
  },
  'reads an archive': archiveOf,
  'previews an import': async (ctx) => {
    const { values, unchanged, faulty } = await previewImport(ctx, { format: 'ibm', chipId, documents: device });
    return partsOf([['counts', { values, unchanged, faulty }]]);
  },
};

const others: Record<string, (scene: Scene) => Promise<unknown>> = {
  'values are measured and set by hand': async (scene) => {
    await measure(scene, 9, 55, scene.ctx.clock().toISOString());
    await updateParameters(scene.ctx, { chipId, qid: '1', parameters: { t1: { value: 61 } } });
  },
  'results are excluded and included': async (scene) => {
    await exclude(scene, 'task-0');
    await exclude(scene, 'task-2', false);
    await settleResults(scene.ctx);
  },
  'the chip is deleted and made again': async (scene) => {
    await deleteChip(scene.ctx, chipId, { force: true, permanent: true });
    await createChip(scene.ctx, { chipId, topologyId: 'linear-2' });
    await updateParameters(scene.ctx, { chipId, qid: '0', parameters: { t1: { value: 44 } } });
  },
};

/**
 * Reads of more than one call. With any write in between, items that are not written are answered unchanged, and every
 * other item as before or after the write, now or at the instant of the question; or the reader is told that there is
 * nothing, or to ask again.
 */
export function readCases(stage: Stage): HolderCase[] {
  const { verbs, pauses } = stage;
  return Object.entries(reads).map(([name, read]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const scene = await startResults(stage, true);
      const { ctx } = scene;
      const askedAt = verbs.now;
      const before = await read(ctx);
      expect(before.size).toBeGreaterThan(0);
      const paused = await pauses.run(
        at,
        () => read(ctx),
        async () => {
          anHourLater({ verbs });
          await others[other]?.(scene);
        },
      );
      if (!paused.reached) return paused;
      const after = await read(ctx).catch(() => new Map<string, string>());
      if (paused.outcome.status === 'rejected') {
        if (!at.dies)
          expect(paused.outcome.reason).toMatchObject({ kind: expect.stringMatching(/not.found|conflict/) });
        return paused;
      }
      const answered = paused.outcome.value;
      const answeredAt = verbs.now;
      verbs.now = askedAt;
      // A value that is held at the instant of the question waits no longer once a later one agrees.
      const afterAsOf = await read(ctx).catch(() => new Map<string, string>());
      verbs.now = answeredAt;
      for (const part of new Set([...before.keys(), ...after.keys(), ...answered.keys()]))
        expect([part, [before.get(part), after.get(part), afterAsOf.get(part)]]).toEqual([
          part,
          expect.arrayContaining([answered.get(part)]),
        ]);
      return paused;
    },
  }));
}
