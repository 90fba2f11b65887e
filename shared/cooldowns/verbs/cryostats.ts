import { emptyNote } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict, invalid, notInProject, type ServiceError } from '../../kernel/errors.ts';
import { firstRevision, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';
import { refuseOtherSpelling } from '../../kernel/verbs/refuse-other-spelling.ts';
import { editedNote } from '../../notes/verbs/embedded-note.ts';
import { type CryostatRefusal, type CryostatState, type CryostatStatus, moveCryostat } from '../rules/cryostat.ts';
import { type CryostatRecord, cryostatEntity, getCryostat } from '../store/cooldowns.ts';

/** A cryostat of the project. @throws ServiceError `not-found`. */
export async function readCryostat(ctx: ProjectContext, cryoId: string): Promise<Stored<CryostatRecord>> {
  const cryostat = await getCryostat(ctx.db, ctx.projectId, cryoId);
  if (!cryostat) throw notInProject('Cryostat', cryoId, ctx.projectId);
  return cryostat;
}

/** Cryostats of the project by id. */
export function listCryostats(ctx: ProjectContext, page: PageRequest): Promise<Page<Stored<CryostatRecord>>> {
  return readPage(ctx.db, cooldownKeys.cryostats(ctx.projectId), page, {
    decode: (item) => cryostatEntity.decode(item),
  });
}

/** Everything of a cryostat that people write. */
export interface CryostatFields {
  name: string;
  manufacturer: string;
  model: string;
  location: string;
  status: CryostatStatus;
  commissionedAt?: string | null | undefined;
  decommissionedAt?: string | null | undefined;
  note?: string | null | undefined;
}

/** Changes to a cryostat: undefined or null leaves a field, but null clears `commissionedAt`. */
export type CryostatChanges = { [Field in keyof CryostatFields]?: CryostatFields[Field] | null | undefined };

/** Records a cryostat. @throws ServiceError `conflict` for a taken id, `invalid` for dates that contradict its status. */
export async function createCryostat(
  ctx: ProjectContext,
  cryoId: string,
  fields: CryostatFields,
): Promise<CryostatRecord> {
  const { projectId } = ctx;
  const now = nowOf(ctx);
  const { name, manufacturer, model, location } = fields;
  const cryostat: CryostatRecord = {
    ...{ projectId, cryoId, name, manufacturer, model, location },
    ...stateOf(ctx, cryoId, undefined, fields),
    cooldownCount: 0,
    note: editedNote(ctx, emptyNote, fields.note),
    createdAt: now,
    updatedAt: now,
  };
  await refuseOtherSpelling(ctx, cooldownKeys.cryostats(projectId), 'Cryostat', cryoId);
  await new Transaction(ctx.db)
    .put(cryostatEntity.encode(cryostat, firstRevision(now)), ifAbsent, () =>
      conflict(`Cryostat '${cryoId}' already exists in project '${projectId}'`, 'already_exists'),
    )
    .commit();
  return cryostat;
}

/**
 * Changes a cryostat.
 * @throws ServiceError `not-found`; `conflict` for a move that its status does not allow, or for decommissioning it during a
 * cool-down; `invalid` for dates that contradict its status.
 */
export function updateCryostat(ctx: ProjectContext, cryoId: string, changes: CryostatChanges): Promise<CryostatRecord> {
  return retryOnConflict(orRefuse(`Cryostat '${cryoId}'`), async () => {
    const { rev, ...before } = await readCryostat(ctx, cryoId);
    const state = stateOf(ctx, cryoId, before, {
      status: changes.status ?? before.status,
      commissionedAt: changes.commissionedAt === undefined ? before.commissionedAt : changes.commissionedAt,
      decommissionedAt: changes.decommissionedAt,
    });
    if (state.status === 'decommissioned' && before.ongoingCooldownId !== undefined)
      throw conflict(
        `Cryostat '${cryoId}' is in cool-down '${before.ongoingCooldownId}', which is ongoing`,
        'cooldown_ongoing',
      );
    const after: CryostatRecord = {
      ...before,
      ...state,
      name: changes.name ?? before.name,
      manufacturer: changes.manufacturer ?? before.manufacturer,
      model: changes.model ?? before.model,
      location: changes.location ?? before.location,
      note: editedNote(ctx, before.note, changes.note),
      updatedAt: nowOf(ctx),
    };
    await new Transaction(ctx.db).put(cryostatEntity.encode(after, rev + 1), ifRevision(rev), staleRead).commit();
    return after;
  });
}

/** Deletes a cryostat. @throws ServiceError `not-found`; `conflict` while it has cool-downs. */
export async function deleteCryostat(ctx: ProjectContext, cryoId: string): Promise<void> {
  await retryOnConflict(orRefuse(`Cryostat '${cryoId}'`), async () => {
    const { rev, cooldownCount } = await readCryostat(ctx, cryoId);
    const cooldowns = cooldownCount === 1 ? '1 cool-down' : `${cooldownCount} cool-downs`;
    if (cooldownCount > 0)
      throw conflict(`Cryostat '${cryoId}' has ${cooldowns}. Delete or move its cool-downs first`, 'not_empty');
    await new Transaction(ctx.db)
      .delete(cooldownKeys.cryostat(ctx.projectId, cryoId), ifRevision(rev), staleRead)
      .commit();
  });
}

function stateOf(
  ctx: ProjectContext,
  cryoId: string,
  current: CryostatState | undefined,
  requested: Pick<CryostatFields, 'status' | 'commissionedAt' | 'decommissionedAt'>,
): CryostatState {
  const { status, commissionedAt, decommissionedAt } = requested;
  const dates = { commissionedAt: commissionedAt ?? undefined, decommissionedAt: decommissionedAt ?? undefined };
  const move = moveCryostat(current, { status, ...dates }, nowOf(ctx));
  if (move.ok) return move.state;
  throw refusalOf(move.refusal, cryoId);
}

function refusalOf(refusal: CryostatRefusal, cryoId: string): ServiceError {
  switch (refusal) {
    case 'must_be_active_first':
      return conflict(
        `Cryostat '${cryoId}' is decommissioned; set its status to 'active' first`,
        'cryostat_decommissioned',
      );
    case 'not_decommissioned':
      return invalid(`Cryostat '${cryoId}' can have decommissioned_at only with the status 'decommissioned'`);
    case 'out_of_order':
      return invalid(`Cryostat '${cryoId}' cannot be decommissioned before it is commissioned`);
  }
}
