import { createHash } from 'node:crypto';
import type { HeldValue, TargetRecord, ValueRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { credibleAt } from '../../../values/rules/clock-ahead.ts';
import { type GateMark, isWithheld } from '../../../values/rules/gate-mark.ts';
import type { SampleRecord } from '../../../values/store/samples.ts';
import type { ImportedBefore, ImportedTarget, ImportPlan } from '../../rules/import/plan.ts';
import type { ImportJudge } from './import-judge.ts';

/** The effect of an imported target on the existing record, decided without reading or writing anything. */
export interface Merge {
  /** The record after the import; undefined when it stays as it is. */
  target: TargetRecord | undefined;
  /** Values and marks that became current. */
  current: SampleRecord[];
  /** Values and marks older than the current ones: only history, and perhaps stored already. */
  historical: SampleRecord[];
  /** Entries that stay unchanged. */
  unchanged: number;
}

/** Who imports, and when. */
export interface ImportOrigin {
  username: string;
  at: string;
  /** The cool-down that the values belong to (rule IMPORT-24). */
  cooldownId?: string | undefined;
}

/**
 * Merges one imported target into its record. The newest measurement is current; the same measurement changes nothing;
 * at the same instant a manual correction takes precedence over the import, and the import over anything else. A faulty
 * mark removes the value, and a newer value the mark (rule METRIC-6). In a plan that is dated by its document, a value
 * equal to the current one was copied: it keeps the older time (rule IMPORT-7). `judge`: decides which values are held,
 * and which are impossible (rule GATE-7).
 */
export function mergeTarget(
  before: TargetRecord,
  imported: ImportedTarget,
  origin: ImportOrigin,
  datedBy?: ImportPlan['datedBy'],
  judge?: ImportJudge,
): Merge {
  const merging = new Merging(before, origin, datedBy, judge);
  for (const entry of judge ? inJudgedOrder(entriesOf(imported), datedBy) : entriesOf(imported)) merging.take(entry);
  return merging.done();
}

/** A target while its entries are merged. */
class Merging {
  readonly #merge: Merge = { target: undefined, current: [], historical: [], unchanged: 0 };
  readonly #data: TargetRecord['data'];
  readonly #faulty: TargetRecord['faulty'];
  readonly #held: Record<string, HeldValue>;
  #isChanged = false;
  readonly #before: TargetRecord;
  readonly #origin: ImportOrigin;
  readonly #datedBy: ImportPlan['datedBy'];
  readonly #judge: ImportJudge | undefined;

  constructor(
    before: TargetRecord,
    origin: ImportOrigin,
    datedBy: ImportPlan['datedBy'],
    judge: ImportJudge | undefined,
  ) {
    this.#data = { ...before.data };
    this.#faulty = { ...before.faulty };
    this.#held = { ...before.held };
    this.#before = before;
    this.#origin = origin;
    this.#datedBy = datedBy;
    this.#judge = judge;
  }

  take(entry: Entry): void {
    const arrived = sampleOf(this.#before, entry, this.#origin);
    const verdict = compare({ data: this.#data, faulty: this.#faulty }, entry, this.#datedBy, this.#origin.at);
    if (verdict === 'same') {
      this.#merge.unchanged += 1;
      this.#judge?.took(arrived);
      return;
    }
    const mark = this.#judge?.mark(arrived, { data: this.#data, held: this.#held });
    const sample = mark ? markedSample(arrived, mark) : arrived;
    if (!isWithheld(mark)) this.#judge?.took(sample);
    if (isWithheld(mark) || verdict === 'older') this.#merge.historical.push(sample);
    if (isWithheld(mark)) this.#hold(sample);
    else if (verdict === 'newer') this.#count(sample, entry);
  }

  /** The record after the import, with what is to be written of its history. */
  done(): Merge {
    const { historical } = this.#merge;
    const judge = this.#judge;
    const before = this.#before;
    const waiting = before.held || Object.keys(this.#held).length > 0 ? { held: this.#held } : {};
    const after = {
      ...before,
      data: this.#data,
      faulty: this.#faulty,
      ...waiting,
      cooldownId: this.#origin.cooldownId,
    };
    return {
      ...this.#merge,
      historical: judge ? historical.map((sample) => judge.asWritten(sample)) : historical,
      target: this.#isChanged ? { ...after, updatedAt: this.#origin.at } : undefined,
    };
  }

  /** Is held if it is newer than the current value and the held one. */
  #hold(sample: SampleRecord): void {
    const { metric, at } = sample;
    const value = heldOf(sample);
    const current = ownEntry(this.#data, metric)?.calibratedAt ?? ownEntry(this.#faulty, metric);
    const since = credibleAt(current, this.#origin.at) ?? '';
    if (!value || at <= since || at <= (ownEntry(this.#held, metric)?.at ?? '')) return;
    this.#held[metric] = value;
    this.#isChanged = true;
  }

  /** Becomes current; an older held value is no longer pending. */
  #count(sample: SampleRecord, entry: Entry): void {
    const { metric, at } = entry;
    if (!this.#judge?.isStored(sample)) this.#merge.current.push(sample);
    this.#isChanged = true;
    delete this.#data[metric];
    delete this.#faulty[metric];
    if (sample.value === null) this.#faulty[metric] = at;
    else this.#data[metric] = recordOf(entry, sample.value);
    if ((ownEntry(this.#held, metric)?.at ?? at) < at) delete this.#held[metric];
  }
}

/** With what the gate says of it; a value that cannot be is a faulty mark (rule GATE-2). */
const markedSample = (sample: SampleRecord, gate: GateMark): SampleRecord => {
  if (gate.state !== 'faulty') return { ...sample, gate };
  const { error: _error, ...others } = sample;
  return { ...others, value: null, unit: '', gate };
};

function heldOf({ value, error, unit, at, sampleId, gate }: SampleRecord): HeldValue | undefined {
  if (gate?.state !== 'held' || value === null) return undefined;
  return { value, error, unit, at, sampleId, because: gate.because };
}

/**
 * As they were measured, T1 before the T2 that arrives with it (rule STAT-25): of one version of a document, or, where each value has a
 * time of its own, of the whole.
 */
function inJudgedOrder(entries: readonly Entry[], datedBy: ImportPlan['datedBy']): Entry[] {
  const byTime = (a: Entry, b: Entry) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1);
  const byLimit = (a: Entry, b: Entry) => Number(a.metric !== 't1') - Number(b.metric !== 't1');
  const [first, then] = datedBy === 'document' ? [byTime, byLimit] : [byLimit, byTime];
  return entries.toSorted((a, b) => first(a, b) || then(a, b));
}

type Entry = Omit<ImportedBefore, 'source'> & { source?: ValueRecord['source'] };

/** The newest comes last, so that it is merged with the earlier ones. */
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

function recordOf({ unit, at, error, description, source = 'import' }: Entry, value: number): ValueRecord {
  const stated = { ...(error === undefined ? {} : { error }), ...(description === undefined ? {} : { description }) };
  return { value, unit, ...stated, calibratedAt: at, source };
}

function compare(
  standing: Pick<TargetRecord, 'data' | 'faulty'>,
  entry: Entry,
  datedBy: ImportPlan['datedBy'],
  now: string,
): 'newer' | 'older' | 'same' {
  const value = ownEntry(standing.data, entry.metric);
  const markedAt = ownEntry(standing.faulty, entry.metric);
  const existing = credibleAt(value?.calibratedAt ?? markedAt, now);
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
    ...(origin.cooldownId === undefined ? {} : { cooldownId: origin.cooldownId }),
  };
}
