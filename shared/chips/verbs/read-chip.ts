import type { ProjectContext, ProjectReads } from '../../kernel/context.ts';
import { notFound, notInProject, ServiceError, unknownReference } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, getItem, type OnFullPage } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { reverseCouplingId } from '../rules/coupling-id.ts';
import { isOfPair, kindTitle, LATTICE_KINDS, type LatticeKind } from '../rules/target-kinds.ts';
import {
  type ChipRecord,
  chipEntity,
  getChip,
  listElements,
  listTargets,
  type TargetRecord,
  targetEntity,
} from '../store/chips.ts';

/** The error for a request whose body names a chip which the project does not have. */
export const unknownChip = (projectId: string, chipId: string): ServiceError =>
  unknownReference(`Chip '${chipId}' not found in project '${projectId}'`);

/** A chip of the project. @throws ServiceError `not-found`. */
export async function readChip(ctx: ProjectContext, chipId: string): Promise<Stored<ChipRecord>> {
  const chip = await getChip(ctx.db, ctx.projectId, chipId);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  return chip;
}

/** Chips of the project by id. */
export function listChips(ctx: ProjectContext, page: PageRequest): Promise<Page<Stored<ChipRecord>>> {
  return readPage(ctx.db, chipKeys.chips(ctx.projectId), page, {
    decode: (item) => chipEntity.decode(item),
    keep: (chip) => !chip.deletingAt,
  });
}

/**
 * Most megabytes of a chip's qubits and couplings that one request reads: twice what every metric of the catalogue takes on
 * the largest chip.
 */
const targetsLimitMegabytes = 24;

/** The measured targets of a chip, by kind. */
export interface ChipTargets {
  qubits: Stored<TargetRecord>[];
  couplings: Stored<TargetRecord>[];
  /** Couplers, gates and chains. */
  elements: Stored<TargetRecord>[];
}

/**
 * All qubits, couplings and elements of a chip, read concurrently.
 * @throws ServiceError `request_too_broad` as soon as they are more than one request reads (rule CHIP-12).
 */
export async function readTargets(ctx: ProjectContext, chip: ChipRecord): Promise<ChipTargets> {
  const onFullPage = targetsLimit(chip.chipId);
  const [qubits, couplings, elements] = await Promise.all([
    listTargets(ctx.db, chip, 'qubit', { onFullPage }),
    listTargets(ctx.db, chip, 'coupling', { onFullPage }),
    listElements(ctx.db, chip, { onFullPage }),
  ]);
  return { qubits, couplings, elements };
}

function targetsLimit(chipId: string): OnFullPage {
  let left = targetsLimitMegabytes;
  return () => {
    if (left <= 0)
      throw new ServiceError(
        'request_too_broad',
        `These values of chip '${chipId}' are more than ${targetsLimitMegabytes} MB, which one request reads at most; read its qubits and couplings in pages, with a smaller 'limit'`,
      );
    left -= 1;
  };
}

/** A page of a chip's qubits or couplings, in numeric order. @throws ServiceError `not-found` for the chip; `request_too_broad`. */
export async function listTargetPage(
  ctx: ProjectContext,
  chipId: string,
  kind: LatticeKind,
  page: PageRequest,
): Promise<Page<Stored<TargetRecord>>> {
  const range = kind === 'qubit' ? chipKeys.qubits(ctx.projectId, chipId) : chipKeys.couplings(ctx.projectId, chipId);
  const [chip, found] = await Promise.all([
    readChip(ctx, chipId),
    readPage(ctx.db, range, page, {
      decode: (item) => targetEntity.decode(item),
      total: 0,
      onFullPage: targetsLimit(chipId),
    }),
  ]);
  return { ...found, total: kind === 'qubit' ? chip.qubitCount : chip.couplingCount };
}

/** Chosen qubits of a chip in the order asked for; unknown ones are left out. */
export async function readQubits(
  ctx: ProjectContext,
  chipId: string,
  qids: readonly string[],
): Promise<Stored<TargetRecord>[]> {
  const [, items] = await Promise.all([
    readChip(ctx, chipId),
    batchGetItems(
      ctx.db,
      qids.map((qid) => chipKeys.qubit(ctx.projectId, chipId, qid)),
    ),
  ]);
  return items.flatMap((item) => (item ? [targetEntity.decode(item)] : []));
}

/** Chip and one of its targets in one read; only if there is none, others by the reversed pair or by NFKC. */
export async function findTarget(
  ctx: ProjectReads,
  chipId: string,
  wanted: { kind?: TargetRecord['kind']; id: string },
): Promise<{ chip: Stored<ChipRecord> | undefined; target: Stored<TargetRecord> | undefined }> {
  const found = await findExactTarget(ctx, chipId, wanted);
  const id = wanted.id.normalize('NFKC');
  return found.chip && !found.target && id !== wanted.id ? findExactTarget(ctx, chipId, { ...wanted, id }) : found;
}

async function findExactTarget(
  ctx: ProjectReads,
  chipId: string,
  wanted: { kind?: TargetRecord['kind']; id: string },
): Promise<{ chip: Stored<ChipRecord> | undefined; target: Stored<TargetRecord> | undefined }> {
  const { projectId } = ctx;
  // Where no kind is named, elements are not meant: a coupler has the id of its coupling.
  const kinds = wanted.kind === undefined ? LATTICE_KINDS : [wanted.kind];
  const [chipItem, ...targets] = await batchGetItems(ctx.db, [
    chipKeys.chip(projectId, chipId),
    ...kinds.map((kind) => chipKeys.target(projectId, chipId, { kind, id: wanted.id })),
  ]);
  const chip = chipItem && chipEntity.decode(chipItem);
  if (!chip || chip.deletingAt) return { chip: undefined, target: undefined };
  const { kind = 'coupling' } = wanted;
  const reversed = isOfPair(kind) ? reverseCouplingId(wanted.id) : undefined;
  const item =
    targets.find((found) => found !== undefined) ??
    (reversed === undefined
      ? undefined
      : await getItem(ctx.db, chipKeys.target(projectId, chipId, { kind, id: reversed })));
  return { chip, target: item && targetEntity.decode(item) };
}

/** One qubit, coupling or element. @throws ServiceError `not-found` for the chip or the target. */
export async function readTarget(
  ctx: ProjectReads,
  chipId: string,
  kind: TargetRecord['kind'],
  id: string,
): Promise<Stored<TargetRecord>> {
  const { chip, target } = await findTarget(ctx, chipId, { kind, id });
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  if (!target) throw notFound(`${kindTitle(kind)} '${id}' not found in chip '${chipId}'`);
  return target;
}
