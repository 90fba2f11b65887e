import { globalScope } from '../../domain/notes/scope.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import type { KeptNote } from '../../store/notes/notes.ts';

/**
 * The chip's notes in all scopes. A global one that was written before notes were kept on their own stands in the chip
 * alone; it is one of them, with the revision 0.
 */
export function chipNotes(chip: ChipRecord, kept: readonly Stored<KeptNote>[]): Stored<KeptNote>[] {
  const { projectId, chipId, note } = chip;
  const hasGlobal = kept.some(({ scope }) => scope.key === globalScope.key);
  if (hasGlobal || note.updatedAt === undefined) return [...kept];
  const { content, updatedBy, updatedAt } = note;
  const written = { content, updatedBy, updatedAt, eventId: `chip-${updatedAt}` };
  const made = { createdBy: updatedBy, createdByUserId: '', createdAt: updatedAt };
  return [...kept, { projectId, chipId, subject: { level: 'chip' }, scope: globalScope, ...written, ...made, rev: 0 }];
}
