import { emptyNote } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict } from '../../kernel/store/dynamodb/conflict.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';
import { refuseOtherSpelling } from '../../kernel/verbs/refuse-other-spelling.ts';
import { editedNote } from '../../notes/verbs/embedded-note.ts';
import { type CooldownRecord, getCooldown } from '../store/cooldowns.ts';
import { cooldownExists, writeCooldown } from './write-cooldown.ts';

/** A requested cool-down; without `endedAt` it is ongoing. */
export interface NewCooldown {
  cooldownId: string;
  cryoId: string;
  description: string;
  startedAt: string;
  endedAt?: string | null | undefined;
  chipIds: readonly string[];
  wiringInfo: string;
  /** JSON text. */
  wiringBlocks: string;
  note?: string | null | undefined;
}

/**
 * Records a cool-down with its chips, and makes an ongoing one their current one.
 * @throws ServiceError `conflict` for a taken id, or naming the other ongoing cool-down; `invalid` for an unknown
 * cryostat or chip, or an end before the start.
 */
export async function createCooldown(ctx: ProjectContext, input: NewCooldown): Promise<CooldownRecord> {
  const { projectId } = ctx;
  const { cooldownId } = input;
  return retryOnConflict(orRefuse(`Cool-down '${cooldownId}'`), async () => {
    if (await getCooldown(ctx.db, projectId, cooldownId)) throw cooldownExists(projectId, cooldownId);
    await refuseOtherSpelling(ctx, cooldownKeys.cooldowns(projectId), 'Cool-down', cooldownId);
    const now = nowOf(ctx);
    const cooldown: CooldownRecord = {
      ...input,
      projectId,
      endedAt: input.endedAt ?? undefined,
      chipIds: [...new Set(input.chipIds)],
      note: editedNote(ctx, emptyNote, input.note),
      createdAt: now,
      updatedAt: now,
    };
    await writeCooldown(ctx, projectId, { before: undefined, after: cooldown });
    return cooldown;
  });
}
