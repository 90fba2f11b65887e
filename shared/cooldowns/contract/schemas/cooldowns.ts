import * as z from 'zod';
import { COOLDOWN_CHIP_LIMIT } from '#shared/cooldowns/rules/cooldown.ts';
import { CRYOSTAT_STATUSES } from '#shared/cooldowns/rules/cryostat.ts';
import { isBounded } from '../../../api/schemas/bounded-json.ts';
import {
  chipId,
  cooldownId,
  cryoId,
  instant,
  instantInput,
  note,
  noteContent,
  systemInfo,
  visible,
} from '../../../api/schemas/common.ts';

/** Wire shapes of cryostats and cool-downs. */

const cryostatStatus = z.enum(CRYOSTAT_STATUSES);

export const cryostat = z
  .object({
    cryo_id: z.string(),
    project_id: z.string(),
    name: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    location: z.string(),
    status: cryostatStatus,
    commissioned_at: instant.nullable(),
    decommissioned_at: instant.nullable(),
    ongoing_cooldown_id: z.string().nullable().meta({ description: 'Its cool-down that has no end yet' }),
    cooldown_count: z.int(),
    note,
    system_info: systemInfo,
  })
  .meta({ id: 'Cryostat' });

const shortText = z.string().max(200);

const cryostatTexts = {
  name: shortText.default(''),
  manufacturer: shortText.default(''),
  model: shortText.default(''),
  location: shortText.default(''),
};

const decommissionedAt = instantInput.nullish().meta({
  description: 'Only of a decommissioned cryostat; absent or null, the time at which it became that',
});

/** A replacement of what can be changed of a cryostat; absent fields take their defaults. */
export const replaceCryostatBody = z
  .object({
    ...cryostatTexts,
    status: cryostatStatus.default('active'),
    commissioned_at: instantInput.nullish(),
    decommissioned_at: decommissionedAt,
    note: noteContent.nullish(),
  })
  .meta({ id: 'ReplaceCryostat' });

export const createCryostatBody = replaceCryostatBody
  .extend({ cryo_id: visible(cryoId) })
  .meta({ id: 'CreateCryostat' });

/** Changes to a cryostat; absent fields stay, and so do those that are null, but null clears `commissioned_at`. */
export const updateCryostatBody = z
  .object({
    name: shortText.nullish(),
    manufacturer: shortText.nullish(),
    model: shortText.nullish(),
    location: shortText.nullish(),
    status: cryostatStatus.nullish(),
    commissioned_at: instantInput.nullish(),
    decommissioned_at: decommissionedAt,
    note: noteContent.nullish(),
  })
  .meta({ id: 'UpdateCryostat' });

const wiringBlock = z.record(z.string(), z.unknown());

/** One cool-down; `ended_at` null: ongoing. */
export const cooldown = z
  .object({
    cooldown_id: z.string(),
    project_id: z.string(),
    cryo_id: z.string(),
    description: z.string(),
    started_at: instant,
    ended_at: instant.nullable(),
    chip_ids: z.array(z.string()),
    note,
    wiring_info: z.string(),
    wiring_blocks: z.array(wiringBlock),
    system_info: systemInfo,
  })
  .meta({ id: 'Cooldown' });

const wiringLimits = { bytes: 32_768, depth: 20 };

const description = z.string().max(2000);
const wiringInfo = z.string().max(10_000);
const wiringBlocks = z
  .array(wiringBlock)
  .max(100)
  .refine(
    (blocks) => isBounded(blocks, wiringLimits),
    `must be at most ${wiringLimits.bytes} bytes of JSON, ${wiringLimits.depth} levels deep`,
  );
const chipIds = z.array(chipId).max(COOLDOWN_CHIP_LIMIT);

/** A checkpoint of a cool-down's wiring. */
export const wiringCheckpointBody = z
  .object({
    comment: z.string().trim().min(1).max(2000).meta({ description: 'What is kept, or why; not blank' }),
  })
  .meta({ id: 'CreateWiringCheckpoint' });

const wiringEventFields = {
  id: z.string().meta({ description: 'The number of the checkpoint, from 1' }),
  cooldown_id: z.string(),
  actor_user_id: z.string(),
  actor: z.string(),
  action: z.literal('checkpoint'),
  comment: z.string(),
  wiring_info_snapshot: z.string(),
  block_count: z.int(),
  image_count: z.int().meta({ description: 'Blocks of the type `image`' }),
  created_at: instant,
};

/** A checkpoint of a cool-down's wiring, without its blocks. */
export const wiringEvent = z.object(wiringEventFields).meta({ id: 'WiringEvent' });

/** A checkpoint of a cool-down's wiring, with its blocks. */
export const wiringCheckpoint = z
  .object({ ...wiringEventFields, wiring_blocks_snapshot: z.array(wiringBlock) })
  .meta({ id: 'WiringCheckpoint' });

/** A replacement of a cool-down. Without `ended_at` it is ongoing; without `chip_ids` its chips stay. */
export const replaceCooldownBody = z
  .object({
    cryo_id: cryoId,
    description: description.default(''),
    started_at: instantInput,
    ended_at: instantInput.nullish(),
    chip_ids: chipIds.nullish(),
    wiring_info: wiringInfo.default(''),
    wiring_blocks: wiringBlocks.default([]),
    note: noteContent.nullish(),
  })
  .meta({ id: 'ReplaceCooldown' });

/** A new cool-down. */
export const createCooldownBody = replaceCooldownBody
  .extend({ cooldown_id: visible(cooldownId) })
  .meta({ id: 'CreateCooldown' });

/** Changes to a cool-down; absent or null fields stay, but `ended_at: null` opens it again. */
export const updateCooldownBody = z
  .object({
    cryo_id: cryoId.nullish(),
    description: description.nullish(),
    started_at: instantInput.nullish(),
    ended_at: instantInput.nullish().meta({ description: 'Null opens an ended cool-down again' }),
    wiring_info: wiringInfo.nullish(),
    wiring_blocks: wiringBlocks.nullish(),
    note: noteContent.nullish(),
  })
  .meta({ id: 'UpdateCooldown' });
