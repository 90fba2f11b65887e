import type { ChipRecord, TargetRecord } from '../../chips/store/chips.ts';
import { findTarget, readChip } from '../../chips/verbs/read-chip.ts';
import { type CooldownRecord, getCooldown, getCooldowns, hasChipData } from '../../cooldowns/store/cooldowns.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { invalid, notFound, notInProject, unknownReference } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import type { LatticeRef } from '../../kernel/store/keys.ts';
import {
  globalScope,
  isUnscoped,
  type NoteLevel,
  type NoteScope,
  rangeProblem,
  resolveScope,
  type ScopeRequest,
  writesLegacyNote,
} from '../rules/scope.ts';

/** The place of a request's note, with the records that determine it. */
export interface NoteContext {
  chip: Stored<ChipRecord>;
  /** The qubit or coupling under its stored id. */
  target: Stored<TargetRecord> | undefined;
  scope: NoteScope;
  /** The cool-down of the scope. */
  cooldown: Stored<CooldownRecord> | undefined;
  /** The cool-downs among which the scope was chosen. */
  cooldowns: readonly Stored<CooldownRecord>[];
  /** The cool-down has data of the chip already: what marks that it has is not written again by every edit. */
  marked: boolean;
  /** The chip's pointer decided. */
  followsPointer: boolean;
}

/**
 * Finds the place of a note.
 * @throws ServiceError `not-found` for the chip or target; `invalid` for half a range, an inverted one, or an unknown
 * cool-down; StaleReadError when the chip's cool-down was removed meanwhile.
 */
export async function readNoteContext(
  ctx: ProjectContext,
  wanted: { chipId: string; level: NoteLevel; target?: LatticeRef | undefined },
  request: ScopeRequest,
): Promise<NoteContext> {
  refuseBadRange(request);
  const [found, named] = await Promise.all([readChipAndTarget(ctx, wanted), readNamed(ctx, request)]);
  if (writesLegacyNote(wanted.level, request))
    return { ...found, scope: globalScope, cooldown: undefined, cooldowns: [], marked: false, followsPointer: false };
  const { scope, cooldown, cooldowns } = await readScope(ctx, found.chip, request, named);
  const { projectId, chipId } = found.chip;
  const marked = cooldown ? await hasChipData(ctx.db, { projectId, cooldownId: cooldown.cooldownId, chipId }) : false;
  return { ...found, scope, cooldown, cooldowns, marked, followsPointer: isUnscoped(request) };
}

/** The cool-down that a request names; read concurrently with the chip. */
export async function readNamed(
  ctx: ProjectContext,
  { cooldownId }: ScopeRequest,
): Promise<Stored<CooldownRecord> | undefined> {
  return cooldownId === undefined ? undefined : getCooldown(ctx.db, ctx.projectId, cooldownId);
}

/** The scope of a request for a chip, and its cool-down. @throws as `readNoteContext`. */
export async function readScope(
  ctx: ProjectContext,
  chip: ChipRecord,
  request: ScopeRequest,
  named: Stored<CooldownRecord> | undefined,
): Promise<{ scope: NoteScope; cooldown: Stored<CooldownRecord> | undefined; cooldowns: Stored<CooldownRecord>[] }> {
  const cooldowns = await cooldownsFor(ctx, chip, request, named);
  const scope = resolveScope(request, chip, cooldowns);
  if (!scope && request.cooldownId === undefined) throw staleRead();
  if (!scope) throw unknownReference(`Cool-down '${request.cooldownId}' not found in project '${ctx.projectId}'`);
  return { scope, cooldowns, cooldown: cooldowns.find(({ cooldownId }) => cooldownId === scope.cooldownId) };
}

async function cooldownsFor(
  ctx: ProjectContext,
  chip: ChipRecord,
  request: ScopeRequest,
  named: Stored<CooldownRecord> | undefined,
): Promise<Stored<CooldownRecord>[]> {
  if (request.cooldownId !== undefined) return named ? [named] : [];
  const { currentCooldownId, cooldownIds = [] } = chip;
  const current = currentCooldownId === undefined ? [] : [currentCooldownId];
  return getCooldowns(ctx.db, ctx.projectId, isUnscoped(request) ? current : cooldownIds);
}

/** @throws ServiceError `invalid` for half a range or an inverted one. */
export function refuseBadRange(request: ScopeRequest): void {
  const problem = rangeProblem(request);
  if (problem) throw invalid(`${problem.at === 'endAt' ? 'end_at' : 'start_at'} ${problem.message}`);
}

async function readChipAndTarget(
  ctx: ProjectContext,
  { chipId, target: ref }: { chipId: string; target?: LatticeRef | undefined },
): Promise<Pick<NoteContext, 'chip' | 'target'>> {
  if (!ref) return { chip: await readChip(ctx, chipId), target: undefined };
  const { chip, target } = await findTarget(ctx, chipId, ref);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  if (!target)
    throw notFound(`${ref.kind === 'qubit' ? 'Qubit' : 'Coupling'} '${ref.id}' not found in chip '${chipId}'`);
  return { chip, target };
}
