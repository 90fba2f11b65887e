import { getChip } from '../../../chips/store/chips.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { readHeldId } from '../../rules/held-id.ts';
import { type Decision, decideHeld } from './decide-held.ts';
import type { HeldName } from './held-measurement.ts';

/** A value of a measurement by its id and metric. */
export interface NamedValue {
  id: string;
  metric: string;
}

/** The outcome for one of several values; `refused` says why. */
export interface DecidedValue extends NamedValue {
  outcome: 'decided' | 'unchanged' | 'refused';
  message: string;
}

/**
 * Accepts or rejects many held values, one after the other: the refusal of one does not stop the others, and a repeat
 * finds the decided ones unchanged.
 * @throws ServiceError `invalid` for an unknown chip; `conflict` if others keep writing the same.
 */
export async function decideMany(
  ctx: ProjectContext,
  chipId: string,
  values: readonly NamedValue[],
  decision: Pick<Decision, 'state' | 'reason'>,
): Promise<DecidedValue[]> {
  if (!(await getChip(ctx.db, ctx.projectId, chipId))) throw unknownChip(ctx.projectId, chipId);
  const decided: DecidedValue[] = [];
  for (const value of values) decided.push(await decideOne(ctx, chipId, value, decision));
  return decided;
}

async function decideOne(
  ctx: ProjectContext,
  chipId: string,
  { id, metric }: NamedValue,
  decision: Pick<Decision, 'state' | 'reason'>,
): Promise<DecidedValue> {
  const name = nameOf(chipId, id, metric);
  if (!name) return { id, metric, outcome: 'refused', message: `'${id}' is the id of no measurement of '${metric}'` };
  try {
    const by = ctx.actor.user.username;
    return { id, metric, outcome: await decideHeld(ctx, ctx.projectId, name, { ...decision, by }), message: '' };
  } catch (error) {
    // A conflict says nothing about this value: the whole is repeated.
    if (!(error instanceof ServiceError) || error.code === 'concurrent_change') throw error;
    return { id, metric, outcome: 'refused', message: error.message };
  }
}

function nameOf(chipId: string, id: string, metric: string): HeldName | undefined {
  const read = readHeldId(id);
  if (!read) return undefined;
  if ('taskId' in read) return { chipId, metric, taskId: read.taskId, at: '' };
  const { sampleId, at, kind, target } = read;
  return read.metric === metric ? { chipId, metric, sampleId, at, target: { kind, id: target } } : undefined;
}
