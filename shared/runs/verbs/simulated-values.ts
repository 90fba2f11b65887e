import { type ChipRecord, getChip } from '../../chips/store/chips.ts';
import type { Context } from '../../kernel/context.ts';
import { queryPage } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { type SimulatedValues, simulatedValuesOn } from '../rules/simulated-values.ts';

/** Whether an import or a worker gave a chip values. Of one that was imported by an earlier version the import's record tells. */
export async function hasRealValues(ctx: Context, chip: ChipRecord): Promise<boolean> {
  if (chip.hasRealValues) return true;
  const { items } = await queryPage(ctx.db, chipKeys.imports(chip.projectId, chip.chipId), { limit: 1 });
  return items.length > 0;
}

/** How the simulator's values on a chip are kept (rule SIM-2), and whether that had to be looked up. */
export async function simulatedValuesOf(
  ctx: Context,
  { projectId, chipId }: { projectId: string; chipId: string },
  asked: SimulatedValues | undefined,
): Promise<{ simulatedValues: SimulatedValues; isReal: boolean }> {
  const chip = await getChip(ctx.db, projectId, chipId);
  const isReal = chip !== undefined && (await hasRealValues(ctx, chip));
  return { simulatedValues: asked ?? simulatedValuesOn(isReal), isReal };
}
