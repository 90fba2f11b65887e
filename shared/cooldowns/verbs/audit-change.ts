import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { addUndoable } from '../../projects/verbs/audit/entries.ts';
import type { CooldownRecord } from '../store/cooldowns.ts';

/** The fields that people change; chips apart. */
export const editedFields = [
  'cryoId',
  'description',
  'startedAt',
  'endedAt',
  'wiringInfo',
  'wiringBlocks',
  'note',
] as const;

type Edited = Partial<Pick<CooldownRecord, (typeof editedFields)[number]>>;

/** What undoing a change of a cool-down needs: the fields that differ, and the chips that moved. */
export interface KeptCooldown {
  cooldownId: string;
  before: Edited;
  after: Edited;
  added: readonly string[];
  removed: readonly string[];
}

/** Fields whose text is too long for a line of the audit. */
const longFields: readonly string[] = ['wiringInfo', 'wiringBlocks', 'note'];

/** Larger ones are not kept: an item has 400 KB. */
const MOST_KEPT_CHARACTERS = 100_000;

/** Puts the entry of a change of a cool-down; without one, nothing. */
export function addCooldownEntry(
  transaction: Transaction,
  ctx: ProjectContext,
  before: CooldownRecord,
  after: CooldownRecord,
): void {
  const changed = editedFields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (record: CooldownRecord): Edited =>
    Object.fromEntries(changed.map((field) => [field, record[field] ?? null]));
  const kept: KeptCooldown = {
    cooldownId: before.cooldownId,
    before: pick(before),
    after: pick(after),
    added: after.chipIds.filter((id) => !before.chipIds.includes(id)),
    removed: before.chipIds.filter((id) => !after.chipIds.includes(id)),
  };
  if (changed.length + kept.added.length + kept.removed.length === 0) return;
  const shown = (edited: Edited) =>
    Object.fromEntries(
      Object.entries(edited).map(([field, value]) => [wireName(field), longFields.includes(field) ? 'text' : value]),
    );
  addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action: actionOf(changed.length, kept),
      resource: `cooldown:${before.cooldownId}`,
      details: {
        ...(changed.length > 0 && { before: shown(kept.before), after: shown(kept.after) }),
        ...(kept.added.length > 0 && { chips_added: kept.added }),
        ...(kept.removed.length > 0 && { chips_removed: kept.removed }),
      },
      undo: JSON.stringify(kept).length > MOST_KEPT_CHARACTERS ? undefined : { ...kept },
      at: after.updatedAt,
    },
  );
}

function actionOf(changed: number, { added, removed }: KeptCooldown) {
  if (changed > 0 || (added.length > 0 && removed.length > 0)) return 'update-cooldown';
  return added.length > 0 ? 'assign-chip' : 'unassign-chip';
}

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
