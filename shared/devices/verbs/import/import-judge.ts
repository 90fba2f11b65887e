import type { ChipJobRecord, HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { utcDayOf } from '../../../kernel/store/keys.ts';
import { dayValueOf, pointsOfDays, summarizeDay } from '../../../statistics/rules/day-summary.ts';
import { judgeMeasured } from '../../../statistics/rules/judge-measured.ts';
import { scaleOf } from '../../../statistics/rules/scale.ts';
import { type SeriesLevel, seriesLevels } from '../../../statistics/rules/series-level.ts';
import { FEWEST_POINTS } from '../../../statistics/rules/write-gate.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { DaySummary } from '../../../values/rules/day-summary.ts';
import type { GateMark, GateMode } from '../../../values/rules/gate-mark.ts';
import type { ValueLimits } from '../../../values/rules/own-limits.ts';
import type { MetricDefinition } from '../../../values/rules/types.ts';
import type { SampleRecord } from '../../../values/store/samples.ts';

/** A value of an import of which the gate says something. */
export interface JudgedSample {
  /** With its number, also if a faulty mark replaces it. */
  sample: SampleRecord;
  mark: GateMark;
}

/** What a target has while its entries are merged. */
export type MergedSoFar = Pick<TargetRecord, 'data'> & { held: Record<string, HeldValue> };

/** What a project had set when the import began: of a job, or of a context for its preview. */
export type ImportGate = Pick<ChipJobRecord, 'gate' | 'limits'>;

/** What the gate is to judge an imported target by. */
export interface JudgedBy {
  mode: GateMode;
  kind: TargetRecord['kind'];
  limits: ValueLimits;
  /** Of the series of the target, on the days that are over. */
  levels: Readonly<Record<string, SeriesLevel>>;
  /** The samples of the documents that are there already, by `sampleName`. */
  stored: ReadonlyMap<string, SampleRecord>;
  /** Who imports, and when. */
  origin: { username: string; at: string };
}

/** Names a sample among those of a target. */
export const sampleName = ({ metric, at, sampleId }: SampleRecord): string => JSON.stringify([metric, at, sampleId]);

/**
 * Judges the values of one imported target in the order of their times (rule GATE-7). What it has said of a value it says again, so that a
 * target that is merged anew keeps the marks that its samples were written with; and what is there already keeps the mark that it has.
 */
export class ImportJudge {
  readonly #by: JudgedBy;
  readonly #said = new Map<string, { sample: SampleRecord; mark: GateMark | undefined }>();
  readonly #documents = new Map<string, DocumentHistory>();
  readonly #taken = new Map<string, string>();

  constructor(by: JudgedBy) {
    this.#by = by;
  }

  isStored = (sample: SampleRecord): boolean => this.#by.stored.has(sampleName(sample));

  /** The mark of a value as it arrives. */
  mark(sample: SampleRecord, target: MergedSoFar): GateMark | undefined {
    const name = sampleName(sample);
    const stored = this.#by.stored.get(name);
    if (stored) return stored.gate;
    const said = this.#said.get(name);
    if (said) return said.mark;
    const mark = sample.value === null ? undefined : this.#judge(sample, sample.value, target);
    this.#said.set(name, { sample, mark });
    return mark;
  }

  /** Takes in a value that counts: the next ones are judged by it. */
  took(sample: SampleRecord): void {
    const history = this.#documents.get(sample.metric) ?? new DocumentHistory(this.#definition(sample.metric));
    this.#documents.set(sample.metric, history);
    history.add(sample);
    this.#taken.set(sample.metric, sample.at);
  }

  /** A sample of these documents as it is written: a value that a later one has confirmed is accepted. */
  asWritten(sample: SampleRecord): SampleRecord {
    const said = this.#said.get(sampleName(sample));
    return said?.mark && sample.gate ? { ...sample, gate: said.mark } : sample;
  }

  /** The values with remarks, without those that existed already. */
  judged = (): JudgedSample[] =>
    [...this.#said.values()].flatMap(({ sample, mark }) => (mark ? [{ sample, mark }] : []));

  #definition = (metric: string): MetricDefinition => describeMetric(metric, this.#by.kind);

  #judge(sample: SampleRecord, value: number, { data, held }: MergedSoFar): GateMark | undefined {
    const { metric, error, unit, at } = sample;
    const stands = ownEntry(data, metric);
    const isRepeat = stands !== undefined && stands.value === value && stands.unit === unit;
    const known = (name: string) => {
      const standing = ownEntry(data, name);
      return {
        standing: standing && { ...standing, at: standing.calibratedAt },
        arrivedTogether: standing !== undefined && this.#taken.get(name) === standing.calibratedAt,
        held: ownEntry(held, name),
        level: this.#level(name, at),
      };
    };
    const arriving = { value, error, unit, at, isRepeat };
    const { mode, limits } = this.#by;
    const { mark, confirms } = judgeMeasured(arriving, this.#definition(metric), known, mode, limits);
    const waiting = confirms ? ownEntry(held, metric) : undefined;
    if (!mark || !waiting) return mark;
    this.#accept(waiting, metric);
    const { taskId, sampleId, at: heldAt } = waiting;
    return { ...mark, confirms: { taskId, sampleId, at: heldAt } };
  }

  /** A held value of these documents with which the next one agrees. */
  #accept({ sampleId = '', at }: HeldValue, metric: string): void {
    const { username, at: now } = this.#by.origin;
    const said = this.#said.get(JSON.stringify([metric, at, sampleId]));
    if (!said?.mark) return;
    const decided = { decidedBy: username, decidedAt: now, reason: 'The next measurement agrees' };
    said.mark = { ...said.mark, state: 'accepted', ...decided };
  }

  /** Documents with a history of their own are judged by it, others by that of the chip. */
  #level(metric: string, at: string): SeriesLevel | undefined {
    const own = this.#documents.get(metric)?.levelBefore(at);
    return own && own.n >= FEWEST_POINTS ? own : ownEntry(this.#by.levels, metric);
  }
}

/** The days of a series within documents, as far as they were added. */
class DocumentHistory {
  readonly #definition: MetricDefinition;
  readonly #days: [day: string, DaySummary][] = [];
  #open: { day: string; samples: SampleRecord[] } | undefined;
  #level: { of: number; level: SeriesLevel | undefined } = { of: 0, level: undefined };

  constructor(definition: MetricDefinition) {
    this.#definition = definition;
  }

  add(sample: SampleRecord): void {
    const day = utcDayOf(sample.at);
    if (this.#open?.day !== day) {
      this.#close();
      this.#open = { day, samples: [] };
    }
    this.#open?.samples.push(sample);
  }

  levelBefore(at: string): SeriesLevel | undefined {
    if (this.#open && this.#open.day < utcDayOf(at)) this.#close();
    if (this.#level.of !== this.#days.length) this.#level = { of: this.#days.length, level: this.#levelNow() };
    return this.#level.level;
  }

  #close(): void {
    const { day, samples } = this.#open ?? { day: '', samples: [] };
    this.#open = undefined;
    const scale = scaleOf(this.#definition);
    const summary = summarizeDay(
      scale,
      samples.map((sample) => dayValueOf(this.#definition, sample)),
    );
    if (summary) this.#days.push([day, summary]);
  }

  #levelNow(): SeriesLevel | undefined {
    const series = [{ target: '', points: pointsOfDays(this.#days) }];
    return seriesLevels(series, scaleOf(this.#definition)).get('');
  }
}
