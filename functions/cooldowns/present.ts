import { systemInfo } from '#shared/api/schemas/common.ts';
import { cooldown, cryostat, wiringEvent } from '#shared/cooldowns/contract/schemas/cooldowns.ts';
import type { CooldownRecord, CryostatRecord } from '#shared/cooldowns/store/cooldowns.ts';
import type { WiringEventRecord } from '#shared/cooldowns/store/wiring-events.ts';
import type { CooldownChanges } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { present } from '../http/present.ts';

export const presentCryostat = (record: CryostatRecord) =>
  present(cryostat, record, { system_info: present(systemInfo, record) });

/** A cool-down on the wire. */
export const presentCooldown = (record: CooldownRecord) =>
  present(cooldown, record, {
    // What `JSON.stringify` made of blocks that the schema had accepted.
    wiring_blocks: JSON.parse(record.wiringBlocks) as Record<string, unknown>[],
    system_info: present(systemInfo, record),
  });

/** A checkpoint of a cool-down's wiring, without its blocks. */
export const presentWiringEvent = (event: WiringEventRecord) =>
  present(wiringEvent, event, {
    id: String(event.number),
    action: 'checkpoint',
    wiring_info_snapshot: event.wiringInfo,
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
