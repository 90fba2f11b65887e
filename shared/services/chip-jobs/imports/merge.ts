import { createHash } from 'node:crypto';
import type { ImportedBefore, ImportedTarget, ImportPlan } from '../../../domain/import/plan.ts';
import { ownEntry } from '../../../domain/own-entry.ts';
import type { TargetRecord, ValueRecord } from '../../../store/chips/chips.ts';
import type { SampleRecord } from '../../../store/metrics/samples.ts';

/** What an imported target does to the record that stands, decided without reading or writing anything. */
export interface Merge {
  /** The record after the import; undefined when it stays as it is. */
  target: TargetRecord | undefined;
  /** Values and marks that became current. */
  current: SampleRecord[];
  /** Values and marks that are older than what stands: only history, and perhaps there already. */
  historical: SampleRecord[];
  /** Entries that stand as they are. */
  unchanged: number;
}

/** Who imports, and when. */
export interface ImportOrigin {
  username: string;
  at: string;
}

/**
 * Merges one imported target into its record. The newest measurement is current; the same measurement changes nothing;
 * at the same instant a manual correction stands above the import, and the import above anything else. A faulty mark
 * takes the value away, and a newer value the mark (rule METRIC-6). In a plan that is dated by its document, what stands
 * already was copied: it keeps the older time (rule IMPORT-7).
 */
export function mergeTarget(
  before: TargetRecord,
  imported: ImportedTarget,
  origin: ImportOrigin,
  datedBy?: ImportPlan['datedBy'],
): Merge {
  const merge: Merge = { target: undefined, current: [], historical: [], unchanged: 0 };
  const data = { ...before.data };
  const faulty = { ...before.faulty };
  for (const entry of entriesOf(imported)) {
    const sample = sampleOf(before, entry, origin);
    const verdict = compare({ data, faulty }, entry, datedBy);
    if (verdict === 'same') merge.unchanged += 1;
    else if (verdict === 'older') merge.historical.push(sample);
    else {
      merge.current.push(sample);
      delete data[entry.metric];
      delete faulty[entry.metric];
      if (entry.value === null) faulty[entry.metric] = entry.at;
      else data[entry.metric] = recordOf(entry, entry.value);
    }
  }
  if (merge.current.length > 0) merge.target = { ...before, data, faulty, cooldownId: undefined, updatedAt: origin.at };
  return merge;
}

type Entry = Omit<ImportedBefore, 'source'> & { source?: ValueRecord['source'] };

/** What is newest comes last, so that it is merged with what came before it. */
function entriesOf(imported: ImportedTarget): Entry[] {
  return [
    ...(imported.before ?? []),
    ...Object.entries(imported.values).map(([metric, { calibratedAt, ...value }]) => ({
      metric,
      at: calibratedAt,
      ...value,
    })),
    ...Object.entries(imported.faulty).map(([metric, at]) => ({ metric, at, value: null, unit: '' })),
  ];
}

function recordOf({ unit, at, error, source = 'import' }: Entry, value: number): ValueRecord {
  return { value, unit, ...(error === undefined ? {} : { error }), calibratedAt: at, source };
}

function compare(
  standing: Pick<TargetRecord, 'data' | 'faulty'>,
  entry: Entry,
  datedBy: ImportPlan['datedBy'],
): 'newer' | 'older' | 'same' {
  const value = ownEntry(standing.data, entry.metric);
  const markedAt = ownEntry(standing.faulty, entry.metric);
  const existing = value?.calibratedAt ?? markedAt;
  if (existing === undefined) return 'newer';
  const same = value ? isSameValue(value, entry) : entry.value === null;
  if (entry.at > existing) return same && datedBy === 'document' && value?.source === 'import' ? 'same' : 'newer';
  if (entry.at < existing) return 'older';
  if (same) return 'same';
  return value?.source === 'manual' ? 'older' : 'newer';
}

const isSameValue = (value: ValueRecord, entry: Entry): boolean =>
  value.value === entry.value && value.unit === entry.unit && value.error === entry.error;

function sampleOf(target: TargetRecord, entry: Entry, origin: ImportOrigin): SampleRecord {
  const digest = createHash('sha256')
    .update(JSON.stringify([entry.value, entry.unit, ...(entry.error === undefined ? [] : [entry.error])]))
    .digest('hex');
  return {
    projectId: target.projectId,
    chipId: target.chipId,
    metric: entry.metric,
    target: { kind: target.kind, id: target.id },
    at: entry.at,
    sampleId: `i-${digest.slice(0, 12)}`,
    value: entry.value,
    unit: entry.unit,
    ...(entry.error === undefined ? {} : { error: entry.error }),
    source: entry.source ?? 'import',
    recordedAt: origin.at,
    recordedBy: origin.username,
  };
}
