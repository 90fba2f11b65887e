import { type ChipJobRecord, importEntity } from '../../../chips/store/chips.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import type { GateMark } from '../../../values/rules/gate-mark.ts';
import type { SampleRecord } from '../../../values/store/samples.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';
import { valuesOf } from '../../rules/import/values-of.ts';
import { type ImportJudge, type JudgedSample, sampleName } from './import-judge.ts';

export interface ImportCounts {
  created: boolean;
  values: number;
  unchanged: number;
  /** What the gate said of the values that are new. */
  judged: JudgedSample[];
}

/** Impossible values of documents, which faulty marks replace. */
export const rejectedIn = (samples: readonly SampleRecord[]): number =>
  samples.filter(({ value, gate }) => value === null && gate?.state === 'faulty').length;

/** What judges have said of samples that are written, worst first: rejected, held, accepted by the next, remarked on. */
export function judgedIn(judges: readonly ImportJudge[], samples: readonly SampleRecord[]): JudgedSample[] {
  const judged = judges.flatMap((judge) => judge.judged());
  if (judged.length === 0) return [];
  const written = new Set(samples.map(nameOf));
  return judged
    .filter(({ sample }) => written.has(nameOf(sample)))
    .sort((a, b) => order.indexOf(a.mark.state) - order.indexOf(b.mark.state));
}

const order: readonly GateMark['state'][] = ['faulty', 'held', 'accepted', 'noted', 'rejected'];
const nameOf = (sample: SampleRecord): string => JSON.stringify([sample.target, sampleName(sample)]);

/** Values among samples, without faulty marks. */
export const valuesIn = (samples: readonly SampleRecord[]): number =>
  samples.filter(({ value }) => value !== null).length;

/** The record that an import was carried out. */
export const doneRecord = (job: ChipJobRecord, plan: ImportPlan, now: string): Item =>
  importEntity.encode(
    {
      projectId: job.projectId,
      chipId: job.chipId,
      hash: job.jobId,
      format: plan.format,
      deviceName: plan.deviceName,
      username: job.username,
      importedAt: now,
      values: valuesOf(plan),
    },
    1,
  );
