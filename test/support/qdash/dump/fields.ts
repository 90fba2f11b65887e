import { ObjectId } from 'bson';

/** How much a dump contains. */
export interface DumpSize {
  /** Task results; a run has ten. */
  results: number;
  /** Days of history before `end`. */
  days: number;
}

export type Doc = Record<string, unknown>;

export const small: DumpSize = { results: 40, days: 3 };

export const projectId = 'f8a2c0de-1111-4222-8333-abcdefabcdef';
export const otherProjectId = 'f8a2c0de-2222-4222-8333-abcdefabcdef';

const end = Date.UTC(2026, 2, 31, 12);
export const dayMs = 86_400_000;
export const dayOf = (n: number): Date => new Date(end - n * dayMs);
export const date = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

let counter = 0;

/** Counts ids from the start again, so that the next dump has the same. */
export const restartIds = (): void => {
  counter = 0;
};

/** An ObjectId that follows from an instant and a number. */
export const id = (at: Date): ObjectId => {
  counter += 1;
  const seconds = Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0');
  return new ObjectId(`${seconds}${counter.toString(16).padStart(16, '0')}`);
};

export const info = (created: Date, updated = created) => ({ created_at: created, updated_at: updated });
export const noNote = { content: '', updated_by: '', updated_at: null };
export const note = (content: string, by: string, at: Date) => ({ content, updated_by: by, updated_at: at });

export const parameter = (value: unknown, at: Date, more: Doc = {}): Doc => ({
  ...{ parameter_name: '', qid_role: '', value, value_type: 'float', error: 0.1, unit: 'us', description: '' },
  ...{ calibrated_at: at, execution_id: `${date(at)}-000`, task_id: 'task-0', ...more },
});

export const qids = ['0', '1', '2', '3'];
