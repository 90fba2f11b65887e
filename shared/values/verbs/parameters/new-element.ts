import { qidsOfGate } from '../../../chips/rules/coupling-id.ts';
import type { ElementKind } from '../../../chips/rules/target-kinds.ts';
import { type ChipRecord, listTargets, type TargetRecord } from '../../../chips/store/chips.ts';
import { findTarget } from '../../../chips/verbs/read-chip.ts';
import { newTarget } from '../../../chips/verbs/targets.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { unknownReference } from '../../../kernel/errors.ts';

type OfElement = { kind: ElementKind; id: string };

/**
 * An element that a chip does not have yet, for its first value.
 * @throws ServiceError `unknown-reference` for an id that names no part of the chip.
 */
export async function newElement(
  ctx: ProjectContext,
  chip: ChipRecord,
  { kind, id }: OfElement,
): Promise<TargetRecord> {
  const known = await idOf(ctx, chip, { kind, id });
  if (known === undefined) throw unknownReference(`${reasons[kind](id)} in chip '${chip.chipId}'`);
  return newTarget({ ...chip, username: ctx.actor.user.username }, { kind, id: known }, nowOf(ctx));
}

const reasons: Record<ElementKind, (id: string) => string> = {
  coupler: (id) => `Coupling '${id}', whose coupler is meant, not found`,
  gate: (id) => `'${id}' does not name three or more different qubits, joined by '-',`,
  chain: (id) => `'${id}' is not a number of qubits from 2 to the size of the chip`,
};

async function idOf(ctx: ProjectContext, chip: ChipRecord, { kind, id }: OfElement): Promise<string | undefined> {
  if (kind === 'coupler') return (await findTarget(ctx, chip.chipId, { kind: 'coupling', id })).target?.id;
  if (kind === 'chain') return /^[1-9]\d{0,3}$/.test(id) && Number(id) >= 2 && Number(id) <= chip.size ? id : undefined;
  const qubits = new Set((await listTargets(ctx.db, chip, 'qubit')).map((qubit) => qubit.id));
  return qidsOfGate(id, qubits) && id;
}
