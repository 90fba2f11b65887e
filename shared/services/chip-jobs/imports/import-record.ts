import type { ImportPlan } from '../../../domain/import/plan.ts';
import { type ChipJobRecord, importEntity } from '../../../store/chips/chips.ts';
import type { Item } from '../../../store/dynamodb/codec.ts';
import type { SampleRecord } from '../../../store/metrics/samples.ts';

export interface ImportCounts {
  created: boolean;
  values: number;
  unchanged: number;
}

/** Values that the documents hold, faulty marks not among them. */
export const valuesOf = (plan: ImportPlan): number =>
  plan.targets.reduce(
    (sum, { values, before = [] }) =>
      sum + Object.keys(values).length + before.filter(({ value }) => value !== null).length,
    0,
  );

/** Values among samples; a faulty mark is none. */
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
