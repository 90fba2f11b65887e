import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  booleanParam,
  chipId,
  cooldownId,
  cryoId,
  indexedPageFields,
  integerParam,
  message,
  optionalBooleanParam,
  pageFields,
  pageQuery,
  requiredIntegerParam,
} from '../../../api/schemas/common.ts';
import {
  cooldown,
  createCooldownBody,
  createCryostatBody,
  cryostat,
  replaceCooldownBody,
  replaceCryostatBody,
  updateCooldownBody,
  updateCryostatBody,
  wiringCheckpoint,
  wiringCheckpointBody,
  wiringEvent,
} from '../schemas/cooldowns.ts';

const ofCryostat = z.object({ cryo_id: cryoId });
const ofCooldown = z.object({ cooldown_id: cooldownId });
const ofLoadedChip = z.object({ cooldown_id: cooldownId, chip_id: chipId });

/** Cryostats, their cool-downs and the chips in them. */
export const cooldownOperations = {
  listCryostats: define('listCryostats', {
    summary: 'Cryostats of the project, by id',
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ cryostats: z.array(cryostat), ...pageFields }),
  }),
  createCryostat: define('createCryostat', {
    summary: 'Record a cryostat',
    body: createCryostatBody,
    status: 201,
    response: cryostat,
    errors: ['already_exists'],
  }),
  getCryostat: define('getCryostat', {
    summary: 'One cryostat',
    params: ofCryostat,
    status: 200,
    response: cryostat,
    errors: ['not_found'],
  }),
  replaceCryostat: define('replaceCryostat', {
    summary: "Replace a cryostat's mutable fields",
    description: 'Use `PATCH /cryostats/{cryo_id}`.',
    deprecated: true,
    params: ofCryostat,
    body: replaceCryostatBody,
    status: 200,
    response: cryostat,
    errors: ['not_found', 'conflict', 'cooldown_ongoing', 'cryostat_decommissioned'],
  }),
  updateCryostat: define('updateCryostat', {
    summary: 'Change a cryostat, or move it to another status',
    description:
      'Active and maintenance exchange; either becomes decommissioned, unless a cool-down is ongoing in it; from there it becomes active again. Any other move is 409.',
    params: ofCryostat,
    body: updateCryostatBody,
    status: 200,
    response: cryostat,
    errors: ['not_found', 'conflict', 'cooldown_ongoing', 'cryostat_decommissioned'],
  }),
  deleteCryostat: define('deleteCryostat', {
    summary: 'Delete a cryostat',
    description: 'Refused with 409 while it has cool-downs.',
    params: ofCryostat,
    status: 200,
    response: message,
    errors: ['not_found', 'not_empty'],
  }),
  listCooldowns: define('listCooldowns', {
    summary: 'Cool-downs of the project, the latest start first',
    description: 'May lag behind a write by a moment, except when filtered by chip: see `complete_until`.',
    query: z.object({
      cryo_id: cryoId.optional(),
      chip_id: chipId.optional().meta({ description: 'Only those that list this chip' }),
      ongoing: optionalBooleanParam,
      ...pageQuery,
    }),
    status: 200,
    response: z.object({ cooldowns: z.array(cooldown), ...indexedPageFields('Every cool-down that was written') }),
  }),
  createCooldown: define('createCooldown', {
    summary: 'Record a cool-down of a cryostat, with the chips in it',
    description:
      'Without `ended_at` it is ongoing, and current for its chips. At most one is ongoing for a cryostat and for a chip: else 409 names the other one.',
    body: createCooldownBody,
    status: 201,
    response: cooldown,
    errors: ['unknown_reference', 'already_exists', 'limit_reached', 'cooldown_ongoing', 'cryostat_decommissioned'],
  }),
  getCooldown: define('getCooldown', {
    summary: 'One cool-down',
    params: ofCooldown,
    status: 200,
    response: cooldown,
    errors: ['not_found'],
  }),
  replaceCooldown: define('replaceCooldown', {
    summary: 'Replace a cool-down',
    description: 'Use `PATCH /cooldowns/{cooldown_id}`.',
    deprecated: true,
    params: ofCooldown,
    body: replaceCooldownBody,
    status: 200,
    response: cooldown,
    errors: ['not_found', 'unknown_reference', 'limit_reached', 'cooldown_ongoing', 'cryostat_decommissioned'],
  }),
  updateCooldown: define('updateCooldown', {
    summary: 'Change, end or re-open a cool-down',
    description:
      'An end makes it no longer current for its chips; `ended_at: null` makes it so again, which is refused with 409 while a chip or the cryostat is in another ongoing one.',
    params: ofCooldown,
    body: updateCooldownBody,
    status: 200,
    response: cooldown,
    errors: ['not_found', 'unknown_reference', 'limit_reached', 'cooldown_ongoing', 'cryostat_decommissioned'],
  }),
  deleteCooldown: define('deleteCooldown', {
    summary: 'Delete a cool-down',
    description:
      'Refused with 409 while it lists chips or data was written under it, unless `force=true`. The data stays, and keeps its id.',
    params: ofCooldown,
    query: z.object({ force: booleanParam(false) }),
    status: 200,
    response: message,
    errors: ['not_found', 'not_empty'],
  }),
  createCooldownWiringCheckpoint: define('createCooldownWiringCheckpoint', {
    summary: "Save a cool-down's current wiring, with a comment",
    description: 'A cool-down has at most 100 checkpoints: one more is 409.',
    params: ofCooldown,
    body: wiringCheckpointBody,
    status: 201,
    response: wiringCheckpoint,
    errors: ['not_found', 'limit_reached'],
  }),
  listCooldownWiringEvents: define('listCooldownWiringEvents', {
    summary: "The checkpoints of a cool-down's wiring, the newest first",
    params: ofCooldown,
    query: z.object({ skip: pageQuery.skip, limit: integerParam({ min: 1, max: 500, fallback: 100 }) }),
    status: 200,
    response: z.object({
      events: z.array(wiringEvent),
      ...pageFields,
      next_cursor: pageFields.next_cursor.meta({ description: 'Always null: further ones are asked for by `skip`' }),
    }),
    errors: ['not_found'],
  }),
  getCooldownWiringEvent: define('getCooldownWiringEvent', {
    summary: "One checkpoint of a cool-down's wiring, with its blocks",
    params: z.object({ cooldown_id: cooldownId, event_id: requiredIntegerParam({ min: 1, max: 9999 }) }),
    status: 200,
    response: wiringCheckpoint,
    errors: ['not_found'],
  }),
  assignChipToCooldown: define('assignChipToCooldown', {
    summary: 'Put a chip into a cool-down; current for the chip while ongoing',
    params: ofLoadedChip,
    status: 200,
    response: cooldown,
    errors: ['not_found', 'limit_reached', 'cooldown_ongoing'],
  }),
  unassignChipFromCooldown: define('unassignChipFromCooldown', {
    summary: 'Take a chip out of a cool-down; nothing happens where it is not in it',
    params: ofLoadedChip,
    status: 200,
    response: cooldown,
    errors: ['not_found'],
  }),
};
