import { withStoredTarget } from '../../chips/store/stored-targets.ts';
import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { sampleKeys, type TargetRef } from '../../kernel/store/keys.ts';
import { type GateMark, isWithheld } from '../rules/gate-mark.ts';
import type { ValueSource } from '../rules/roll-up.ts';

/** One value of a metric on a target at an instant: the history that is never overwritten. */
export interface SampleRecord {
  projectId: string;
  chipId: string;
  metric: string;
  target: TargetRef;
  /** When it was measured. */
  at: string;
  /** Names the sample within its instant; the same measurement has the same id, so writing it again changes nothing. */
  sampleId: string;
  /** Null for a faulty mark. */
  value: number | null;
  error?: number | undefined;
  unit: string;
  source: ValueSource;
  executionId?: string | undefined;
  taskId?: string | undefined;
  /** The chip's cool-down when this was written. */
  cooldownId?: string | undefined;
  recordedAt: string;
  recordedBy: string;
  reason?: string | undefined;
  /** Of a manual value, as its target keeps them. */
  valueType?: string | undefined;
  description?: string | undefined;
  /** Its task result was excluded: it stays in the history, and in nothing that is computed from it. */
  excluded?: boolean | undefined;
  excludedReason?: string | undefined;
  /** What the write gate says of it; absent for nothing. */
  gate?: GateMark | undefined;
}

/** Whether anything is computed from a sample: what is excluded, held or rejected stays in the history alone. */
export const isCountedSample = ({ excluded, gate }: Pick<SampleRecord, 'excluded' | 'gate'>): boolean =>
  !excluded && !isWithheld(gate);

/** Codec of samples. Slim indexes carry all of it. */
export const sampleEntity = withStoredTarget(
  defineEntity<SampleRecord>({
    name: 'sample',
    version: 1,
    packed: true,
    keys: (sample) => ({
      ...sampleKeys.sample(sample.projectId, sample.chipId, sample),
      gsi3pk: sampleKeys.ofTarget(sample.projectId, sample.chipId, sample.metric, sample.target),
      gsi3sk: sampleKeys.ofTargetSort(sample.at, sample.sampleId),
      ...(sample.source === 'manual'
        ? {
            gsi4pk: sampleKeys.edits(sample.projectId, sample.target),
            gsi4sk: sampleKeys.editsSort(sample.recordedAt, sample.chipId, sample.metric),
          }
        : {}),
      ...(sample.gate?.state === 'held'
        ? sampleKeys.held(sample.projectId, sample.chipId, sample.at, sample.sampleId)
        : {}),
    }),
  }),
);
