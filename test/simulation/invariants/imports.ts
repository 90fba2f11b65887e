import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { type TargetRecord, targetEntity } from '#shared/chips/store/chips.ts';
import { type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';
import type { Imported } from '../actors/acts.ts';
import { Violation } from '../world/world.ts';
import { recordsOf } from './records.ts';

/**
 * What was imported is in the history, and its newest is what the chip shows; every value that was not measured by a task is in
 * the history (rule IMPORT-4): also where a chip was imported into by several at once.
 */
export function checkImports(table: MemoryTable, imports: readonly Imported[]): void {
  const targets = recordsOf(table, targetEntity);
  const samples = recordsOf(table, sampleEntity);
  checkShown(targets, samples);
  const chips = new Map(
    table.all().flatMap((item) => (item.entity?.S === 'chip' && !item.deletingAt ? [[item.chipId?.S, item]] : [])),
  );
  // Another chip may have come under the id since.
  for (const one of imports)
    if (chips.get(one.chipId)?.createdAt?.S === one.chipCreatedAt) checkOne(one, targets, samples);
}

const named = ({ chipId, metric, target, at }: Pick<SampleRecord, 'chipId' | 'metric' | 'target' | 'at'>): string =>
  `${metric} of ${chipId} ${target.id} of ${at}`;

function checkShown(targets: readonly TargetRecord[], samples: readonly SampleRecord[]): void {
  const history = new Set(samples.map(named));
  for (const { chipId, kind, id, data } of targets)
    for (const [metric, { calibratedAt: at, source }] of Object.entries(data)) {
      const name = named({ chipId, metric, target: { kind, id }, at });
      // What a task has measured is kept with the others of the task.
      const isKept = source !== 'manual' && source !== 'import';
      if (!isKept && !history.has(name)) throw new Violation(`${name} is shown, and is not in the history`);
    }
}

function checkOne({ chipId, at }: Imported, targets: readonly TargetRecord[], samples: readonly SampleRecord[]): void {
  const imported = new Set(samples.filter(({ source }) => source === 'import').map(named));
  for (const id of ['0', '1']) {
    const name = named({ chipId, metric: 't1', target: { kind: 'qubit', id }, at });
    if (!imported.has(name)) throw new Violation(`${name} was imported, and is not in the history`);
    const shown = targets.find((target) => target.chipId === chipId && target.id === id)?.data.t1?.calibratedAt ?? '';
    if (shown < at) throw new Violation(`${name} was imported, and the chip shows that of ${shown || 'no time'}`);
  }
}
