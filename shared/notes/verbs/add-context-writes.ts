import { ifChipInCooldown, ifChipNotDeleting, ifDayFence } from '../../chips/store/chip-conditions.ts';
import { type ChipRecord, emptyNote, type NoteRecord } from '../../chips/store/chips.ts';
import { cooldownDataEntity } from '../../cooldowns/store/cooldowns.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { allOf, type Condition, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise, type UpdateExpression, updateOf } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys, cooldownKeys } from '../../kernel/store/keys.ts';
import { globalScope } from '../rules/scope.ts';
import { embeddedCopyOf } from '../store/notes.ts';
import type { NoteContext } from './note-context.ts';
import type { NoteEdit } from './write-note.ts';

/**
 * The conditions and effects of an edit on the records around it: the chip exists and is in the cool-down that was
 * read, the target exists, the cool-down is unchanged. A legacy global note is also written to its chip or target,
 * whose record shows it.
 */
export function addContextWrites(transaction: Transaction, context: NoteContext, edit: NoteEdit): void {
  addChip(transaction, context, edit);
  addTarget(transaction, context, edit);
  addCooldown(transaction, context, edit);
}

const subjectOf = ({ before, after }: NoteEdit) => (after ?? before)?.subject;

const copyOf = ({ after }: NoteEdit): NoteRecord => (after ? embeddedCopyOf(after) : emptyNote);

function addChip(transaction: Transaction, context: NoteContext, edit: NoteEdit): void {
  const { chip, target, scope, followsPointer } = context;
  const key = chipKeys.chip(chip.projectId, chip.chipId);
  // Where the chip's pointer decided, it still points where it did.
  const placed = followsPointer ? ifChipInCooldown(chip) : ifChipNotDeleting;
  const condition = target ? allOf(placed, ifDayFence(chip)) : placed;
  if (subjectOf(edit)?.level !== 'chip' || scope.key !== globalScope.key) {
    transaction.check(key, condition, staleRead);
    return;
  }
  const update = revise({ note: copyOf(edit), updatedAt: edit.event.createdAt });
  transaction.update(key, update, unchanged(chip, condition, edit), staleRead);
}

/** A note that only the chip stores has no row whose event could be compared: the chip itself must be unchanged. */
const unchanged = (chip: Stored<ChipRecord>, condition: Condition, { before }: NoteEdit): Condition =>
  before?.rev === 0 ? allOf(condition, ifRevision(chip.rev)) : condition;

function addTarget(transaction: Transaction, { target, scope }: NoteContext, edit: NoteEdit): void {
  if (!target) return;
  const key = chipKeys.target(target.projectId, target.chipId, target);
  const exists: Condition = { expression: 'attribute_exists(pk)' };
  const update = scope.key === globalScope.key ? targetUpdate(edit) : undefined;
  // What it was before may be kept as the row of its day: that is to be all that it was.
  if (update) transaction.update(key, update, ifRevision(target.rev), staleRead);
  else transaction.check(key, exists, staleRead);
}

/** What a global note of a target, or of one of its metrics, leaves in the target's record. */
function targetUpdate(edit: NoteEdit): UpdateExpression | undefined {
  const subject = subjectOf(edit);
  const { createdAt: updatedAt } = edit.event;
  if (subject?.level === 'target') return revise({ note: copyOf(edit), updatedAt });
  if (subject?.level !== 'metric') return undefined;
  const note = edit.after && copyOf(edit);
  return updateOf({ set: { updatedAt }, setEntries: [[['metricNotes', subject.metric], note]], add: { rev: 1 } });
}

/** What is written under a cool-down is its data, and keeps its bounds for when it is gone (rule NOTE-5). */
function addCooldown(transaction: Transaction, { chip, cooldown, marked }: NoteContext, { after }: NoteEdit): void {
  if (!cooldown || !after) return;
  const { projectId, cooldownId } = cooldown;
  transaction.check(cooldownKeys.cooldown(projectId, cooldownId), ifRevision(cooldown.rev), staleRead);
  if (!marked) transaction.put(cooldownDataEntity.encode({ projectId, cooldownId, chipId: chip.chipId }, 1));
}
