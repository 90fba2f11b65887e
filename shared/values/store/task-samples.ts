import { withStoredTarget } from '../../chips/store/stored-targets.ts';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { sampleKeys, type TargetRef } from '../../kernel/store/keys.ts';
import type { SampleRecord } from './samples.ts';

/** The samples that one task result gives, in one item: most tasks measure several metrics at once. */
export interface TaskSamplesRecord {
  projectId: string;
  chipId: string;
  /** Name of the task, such as `CheckT1`. */
  task: string;
  target: TargetRef;
  /** When the task ended. */
  at: string;
  taskId: string;
  executionId: string;
  /** The chip's cool-down when the result was written. */
  cooldownId?: string | undefined;
  recordedBy: string;
  /** Present on what the simulator measured. */
  simulated?: true | undefined;
  /** By metric, in its unit of the catalogue. */
  values: Record<string, Pick<SampleRecord, 'value' | 'error' | 'unit' | 'gate'>>;
  excluded?: boolean | undefined;
  excludedReason?: string | undefined;
}

/** Codec of what tasks measured. Slim indexes carry all of it. */
export const taskSamplesEntity = withStoredTarget(
  defineEntity<TaskSamplesRecord>({
    name: 'task-samples',
    version: 1,
    packed: true,
    keys: (record) => ({
      ...sampleKeys.ofTask(record.projectId, record.chipId, record),
      gsi3pk: sampleKeys.ofTaskAndTarget(record.projectId, record.chipId, record.task, record.target),
      gsi3sk: sampleKeys.ofTargetSort(record.at, sampleIdOf(record.taskId)),
      ...(!record.excluded && Object.values(record.values).some(({ gate }) => gate?.state === 'held')
        ? sampleKeys.held(record.projectId, record.chipId, record.at, sampleIdOf(record.taskId))
        : {}),
    }),
  }),
);

const sampleIdOf = (taskId: string): string => `t-${taskId}`;

/** Where the values of a task result come from (rule SIM-1). */
export const taskSource = ({ simulated }: Pick<TaskSamplesRecord, 'simulated'>): 'task' | 'simulator' =>
  simulated ? 'simulator' : 'task';

/** The samples of a task result, each on its own. */
export function samplesIn({
  values,
  task: _task,
  simulated,
  ...record
}: Stored<TaskSamplesRecord>): Stored<SampleRecord>[] {
  return Object.entries(values).map(([metric, value]) => ({
    ...record,
    ...value,
    metric,
    sampleId: sampleIdOf(record.taskId),
    source: taskSource({ simulated }),
    recordedAt: record.at,
  }));
}
