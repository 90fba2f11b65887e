import type { ChipRecord } from '../../chips/store/chips.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { withCurrentBounds } from '../rules/pick.ts';
import { type CooldownWindow, globalScope } from '../rules/scope.ts';
import type { StoredNote } from '../store/notes.ts';

/** Notes with the bounds that their cool-downs have now (rule NOTE-5). */
export const boundedNotes = <Note extends StoredNote>(
  notes: readonly Note[],
  cooldowns: readonly CooldownWindow[],
): Note[] => notes.map((note) => (note.scope ? { ...note, scope: withCurrentBounds(note.scope, cooldowns) } : note));

/**
 * The chip's notes in all scopes. A global one that was written before notes had rows of their own is only in the chip;
 * it is included, with the revision 0.
 */
export function chipNotes(chip: ChipRecord, stored: readonly Stored<StoredNote>[]): Stored<StoredNote>[] {
  const { projectId, chipId, note } = chip;
  const hasGlobal = stored.some(({ scope }) => scope.key === globalScope.key);
  if (hasGlobal || note.updatedAt === undefined) return [...stored];
  const { content, updatedBy, updatedAt } = note;
  const written = { content, updatedBy, updatedAt, eventId: `chip-${updatedAt}` };
  const created = { createdBy: updatedBy, createdByUserId: '', createdAt: updatedAt };
  return [
    ...stored,
    { projectId, chipId, subject: { level: 'chip' }, scope: globalScope, ...written, ...created, rev: 0 },
  ];
}
