import { groupHandler } from '../../http/group.ts';
import { assignChipToCooldown } from './assignChipToCooldown.ts';
import { createCooldown } from './createCooldown.ts';
import { createCooldownWiringCheckpoint } from './createCooldownWiringCheckpoint.ts';
import { createCryostat } from './createCryostat.ts';
import { deleteCooldown } from './deleteCooldown.ts';
import { deleteCryostat } from './deleteCryostat.ts';
import { getCooldown } from './getCooldown.ts';
import { getCooldownWiringEvent } from './getCooldownWiringEvent.ts';
import { getCryostat } from './getCryostat.ts';
import { listCooldowns } from './listCooldowns.ts';
import { listCooldownWiringEvents } from './listCooldownWiringEvents.ts';
import { listCryostats } from './listCryostats.ts';
import { replaceCooldown } from './replaceCooldown.ts';
import { replaceCryostat } from './replaceCryostat.ts';
import { unassignChipFromCooldown } from './unassignChipFromCooldown.ts';
import { updateCooldown } from './updateCooldown.ts';
import { updateCryostat } from './updateCryostat.ts';

export const handler = groupHandler({
  listCryostats,
  createCryostat,
  getCryostat,
  replaceCryostat,
  updateCryostat,
  deleteCryostat,
  listCooldowns,
  listCooldownWiringEvents,
  createCooldown,
  createCooldownWiringCheckpoint,
  getCooldown,
  getCooldownWiringEvent,
  replaceCooldown,
  updateCooldown,
  deleteCooldown,
  assignChipToCooldown,
  unassignChipFromCooldown,
});
