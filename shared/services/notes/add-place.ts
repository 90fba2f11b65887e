import { globalScope } from '../../domain/notes/scope.ts';
import { type ChipRecord, emptyNote, type NoteRecord } from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { cooldownDataEntity } from '../../store/cooldowns.ts';
import { type Condition, ifRevision, optional } from '../../store/database.ts';
import { chipKeys, cooldownKeys } from '../../store/keys.ts';
import { embeddedCopyOf } from '../../store/notes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { moved } from '../cooldowns/moved.ts';
import type { Place } from './place.ts';
import type { NoteEdit } from './write-note.ts';

/**
 * What an edit requires of, and leaves in, the records around it: the chip is there and in the cool-down that was read,
 * the target is there, the cool-down is as it was read. A legacy global note stands in its chip or target as well,
 * where the specification has it.
 */
export function addPlace(transaction: Transaction, place: Place, edit: NoteEdit): void {
  addChip(transaction, place, edit);
  addTarget(transaction, place, edit);
  addCooldown(transaction, place, edit);
}

const subjectOf = ({ before, after }: NoteEdit) => (after ?? before)?.subject;

const copyOf = ({ after }: NoteEdit): NoteRecord => (after ? embeddedCopyOf(after) : emptyNote);

function addChip(transaction: Transaction, place: Place, edit: NoteEdit): void {
  const { chip, scope, followsPointer } = place;
  const key = chipKeys.chip(chip.projectId, chip.chipId);
  const condition = chipCondition(chip, followsPointer);
  if (subjectOf(edit)?.level === 'chip' && scope.key === globalScope.key) {
    const values = { ':note': copyOf(edit), ':at': edit.event.createdAt };
    const names = { '#note': 'note' };
    const update = {
      expression: `SET #note = :note, updatedAt = :at, ${raised}`,
      names,
      values: { ...values, ...one },
    };
    transaction.update(key, { ...update, names: { ...names, ...revName } }, unchanged(chip, condition, edit), moved);
  } else transaction.check(key, condition, moved);
}

const raised = '#rev = #rev + :one';
const revName = { '#rev': 'rev' };
const one = { ':one': 1 };

/** The chip is there for everybody and, where its pointer decided, still points where it did. */
function chipCondition({ currentCooldownId: loaded }: ChipRecord, followsPointer: boolean): Condition {
  const alive = 'attribute_exists(pk) AND attribute_not_exists(deletingAt)';
  if (!followsPointer) return { expression: alive };
  if (loaded === undefined) return { expression: `${alive} AND attribute_not_exists(currentCooldownId)` };
  return { expression: `${alive} AND currentCooldownId = :loaded`, values: { ':loaded': loaded } };
}

/** A note that stands in the chip alone has no row whose event could be compared: the chip itself must be unchanged. */
function unchanged(chip: Stored<ChipRecord>, alive: Condition, { before }: NoteEdit): Condition {
  if (before?.rev !== 0) return alive;
  const { expression, names, values } = ifRevision(chip.rev);
  return {
    expression: `${alive.expression} AND ${expression}`,
    ...optional('names', { ...names }),
    values: { ...alive.values, ...values },
  };
}

function addTarget(transaction: Transaction, { target, scope }: Place, edit: NoteEdit): void {
  if (!target) return;
  const key = chipKeys.target(target.projectId, target.chipId, target);
  const exists: Condition = { expression: 'attribute_exists(pk)' };
  const subject = subjectOf(edit);
  const embedded = scope.key === globalScope.key ? subject?.level : undefined;
  const at = { ':at': edit.event.createdAt, ...one };
  if (embedded === 'target') {
    const names = { '#note': 'note', ...revName };
    const expression = `SET #note = :note, updatedAt = :at, ${raised}`;
    transaction.update(key, { expression, names, values: { ...at, ':note': copyOf(edit) } }, exists, moved);
  } else if (embedded === 'metric' && subject?.level === 'metric') {
    const names = { '#metric': subject.metric, ...revName };
    const common = `updatedAt = :at, ${raised}`;
    const expression = edit.after
      ? `SET metricNotes.#metric = :note, ${common}`
      : `SET ${common} REMOVE metricNotes.#metric`;
    const values = edit.after ? { ...at, ':note': copyOf(edit) } : at;
    transaction.update(key, { expression, names, values }, exists, moved);
  } else transaction.check(key, exists, moved);
}

/** What is written under a cool-down is its data, and bears the bounds that it had then (rule 5). */
function addCooldown(transaction: Transaction, { chip, cooldown }: Place, { after }: NoteEdit): void {
  if (!cooldown || !after) return;
  const { projectId, cooldownId } = cooldown;
  transaction.check(cooldownKeys.cooldown(projectId, cooldownId), ifRevision(cooldown.rev), moved);
  transaction.put(cooldownDataEntity.encode({ projectId, cooldownId, chipId: chip.chipId }, 1));
}
