import type { CooldownRecord, CryostatRecord } from '#shared/cooldowns/store/cooldowns.ts';
import type { WiringEventRecord } from '#shared/cooldowns/store/wiring-events.ts';
import type { CooldownChanges } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { presentNote } from '../notes/note.ts';

export const presentCryostat = (cryostat: CryostatRecord) => ({
  cryo_id: cryostat.cryoId,
  project_id: cryostat.projectId,
  name: cryostat.name,
  manufacturer: cryostat.manufacturer,
  model: cryostat.model,
  location: cryostat.location,
  status: cryostat.status,
  commissioned_at: cryostat.commissionedAt ?? null,
  decommissioned_at: cryostat.decommissionedAt ?? null,
  ongoing_cooldown_id: cryostat.ongoingCooldownId ?? null,
  cooldown_count: cryostat.cooldownCount,
  note: presentNote(cryostat.note),
  system_info: { created_at: cryostat.createdAt, updated_at: cryostat.updatedAt },
});

/** A cool-down on the wire. */
export const presentCooldown = (cooldown: CooldownRecord) => ({
  cooldown_id: cooldown.cooldownId,
  project_id: cooldown.projectId,
  cryo_id: cooldown.cryoId,
  description: cooldown.description,
  started_at: cooldown.startedAt,
  ended_at: cooldown.endedAt ?? null,
  chip_ids: cooldown.chipIds,
  note: presentNote(cooldown.note),
  wiring_info: cooldown.wiringInfo,
  // What `JSON.stringify` made of blocks that the schema had accepted.
  wiring_blocks: JSON.parse(cooldown.wiringBlocks) as Record<string, unknown>[],
  system_info: { created_at: cooldown.createdAt, updated_at: cooldown.updatedAt },
});

/** A checkpoint of a cool-down's wiring, without its blocks. */
export const presentWiringEvent = (event: WiringEventRecord) => ({
  id: String(event.number),
  cooldown_id: event.cooldownId,
  actor_user_id: event.actorUserId,
  actor: event.actor,
  action: 'checkpoint' as const,
  comment: event.comment,
  wiring_info_snapshot: event.wiringInfo,
  block_count: event.blockCount,
  image_count: event.imageCount,
  created_at: event.at,
});

/** The same with its blocks, which were blocks of a cool-down. */
export const presentWiringCheckpoint = (event: WiringEventRecord) => ({
  ...presentWiringEvent(event),
  wiring_blocks_snapshot: JSON.parse(event.wiringBlocks) as Record<string, unknown>[],
});

interface CryostatDates {
  commissioned_at?: string | null | undefined;
  decommissioned_at?: string | null | undefined;
}

/** The fields of a cryostat's body under the names of its record. */
export const cryostatFields = <Body extends CryostatDates>({
  commissioned_at: commissionedAt,
  decommissioned_at: decommissionedAt,
  ...same
}: Body) => ({ ...same, commissionedAt, decommissionedAt });

interface CooldownBody {
  cryo_id?: string | null | undefined;
  description?: string | null | undefined;
  started_at?: string | null | undefined;
  ended_at?: string | null | undefined;
  chip_ids?: string[] | null | undefined;
  wiring_info?: string | null | undefined;
  wiring_blocks?: Record<string, unknown>[] | null | undefined;
  note?: string | null | undefined;
}

/** The fields of a cool-down's body under the names of its record. */
export const cooldownChanges = (body: CooldownBody): CooldownChanges => ({
  cryoId: body.cryo_id,
  description: body.description,
  startedAt: body.started_at,
  endedAt: body.ended_at,
  chipIds: body.chip_ids,
  wiringInfo: body.wiring_info,
  wiringBlocks: body.wiring_blocks && JSON.stringify(body.wiring_blocks),
  note: body.note,
});
