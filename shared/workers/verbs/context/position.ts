import type { LatticeKind } from '../../../chips/rules/target-kinds.ts';
import { ServiceError } from '../../../kernel/errors.ts';

/** A task of the project, as a page names it for the next one. */
export interface NamedTask {
  name: string;
  kind: LatticeKind;
}

/** Tasks of a page: each may have a result on every target. */
export const tasksOfPage = 4;

/** Where a page of the context begins; the run that it is of is repeated, so that no page reads for that. */
export type Position = { executionId: string; chipId: string } & (
  | { at: 'qubit' | 'coupling'; after?: string | undefined }
  /** `seen`: rows on the pages before. */
  | { at: 'results'; seen: number; after?: { pk: string; sort: string } | undefined }
  /** `next`: number of the first task behind these. */
  | { at: 'tasks'; tasks: NamedTask[]; next: number }
);

/** Opaque: read by this service alone. A caller who changes one sees what else of the project they may see. */
export const encodePosition = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws ServiceError `invalid_cursor`. */
export function decodePosition(cursor: string): Position {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isPosition(parsed)) return parsed;
  } catch {
    // Answered below, as any other text.
  }
  throw new ServiceError('invalid_cursor', "cursor is not a 'next' of this context");
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isTask = (value: unknown): boolean =>
  isMap(value) && isText(value.name) && (value.kind === 'qubit' || value.kind === 'coupling');

function isPosition(value: unknown): value is Position {
  if (!isMap(value) || !isText(value.executionId) || !isText(value.chipId)) return false;
  const { at, after } = value;
  if (at === 'qubit' || at === 'coupling') return after === undefined || isText(after);
  if (at === 'results')
    return isCount(value.seen) && (after === undefined || (isMap(after) && isText(after.pk) && isText(after.sort)));
  if (at !== 'tasks' || !isCount(value.next) || !Array.isArray(value.tasks)) return false;
  return value.tasks.length <= tasksOfPage && value.tasks.every(isTask);
}
