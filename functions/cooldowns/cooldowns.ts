import { cooldownOperations } from '#shared/cooldowns/contract/operations/cooldowns.ts';
import type { CooldownRecord } from '#shared/cooldowns/store/cooldowns.ts';
import * as cooldowns from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown as create } from '#shared/cooldowns/verbs/create-cooldown.ts';
import * as cryostats from '#shared/cooldowns/verbs/cryostats.ts';
import * as read from '#shared/cooldowns/verbs/read-cooldown.ts';
import { keepWiring, listWiringEvents, readWiringEvent } from '#shared/cooldowns/verbs/wiring.ts';
import type { ProjectReads } from '#shared/kernel/context.ts';
import { endpoint } from '../http/endpoint.ts';
import { indexedPageOf, pageOf } from '../http/page.ts';
import {
  cooldownChanges,
  cryostatFields,
  presentCooldown,
  presentCryostat,
  presentWiringCheckpoint,
  presentWiringEvent,
} from './present.ts';

/** A cool-down as it is answered. */
async function shown(ctx: ProjectReads, cooldown: CooldownRecord) {
  const [one = cooldown] = await read.withoutDeletedChips(ctx, [cooldown]);
  return presentCooldown(one);
}

export const assignChipToCooldown = endpoint(cooldownOperations.assignChipToCooldown, async ({ ctx, params }) =>
  shown(ctx, await cooldowns.assignChip(ctx, params.cooldown_id, params.chip_id)),
);

export const createCooldown = endpoint(cooldownOperations.createCooldown, async ({ ctx, body }) => {
  const cooldown = await create(ctx, {
    cooldownId: body.cooldown_id,
    cryoId: body.cryo_id,
    description: body.description,
    startedAt: body.started_at,
    endedAt: body.ended_at,
    chipIds: body.chip_ids ?? [],
    wiringInfo: body.wiring_info,
    wiringBlocks: JSON.stringify(body.wiring_blocks),
    note: body.note,
  });
  return shown(ctx, cooldown);
});

export const createCooldownWiringCheckpoint = endpoint(
  cooldownOperations.createCooldownWiringCheckpoint,
  async ({ ctx, params, body }) => presentWiringCheckpoint(await keepWiring(ctx, params.cooldown_id, body.comment)),
);

export const createCryostat = endpoint(cooldownOperations.createCryostat, async ({ ctx, body }) => {
  const { cryo_id: cryoId, ...fields } = body;
  return presentCryostat(await cryostats.createCryostat(ctx, cryoId, cryostatFields(fields)));
});

export const deleteCooldown = endpoint(cooldownOperations.deleteCooldown, async ({ ctx, params, query }) => {
  await cooldowns.deleteCooldown(ctx, params.cooldown_id, query.force);
  return { message: `Cool-down '${params.cooldown_id}' deleted` };
});

export const deleteCryostat = endpoint(cooldownOperations.deleteCryostat, async ({ ctx, params }) => {
  await cryostats.deleteCryostat(ctx, params.cryo_id);
  return { message: `Cryostat '${params.cryo_id}' deleted` };
});

export const getCooldown = endpoint(cooldownOperations.getCooldown, async ({ ctx, params }) =>
  shown(ctx, await read.readCooldown(ctx, params.cooldown_id)),
);

export const getCooldownWiringEvent = endpoint(cooldownOperations.getCooldownWiringEvent, async ({ ctx, params }) =>
  presentWiringCheckpoint(await readWiringEvent(ctx, params.cooldown_id, params.event_id)),
);

export const getCryostat = endpoint(cooldownOperations.getCryostat, async ({ ctx, params }) =>
  presentCryostat(await cryostats.readCryostat(ctx, params.cryo_id)),
);

export const listCooldownWiringEvents = endpoint(
  cooldownOperations.listCooldownWiringEvents,
  async ({ ctx, params, query }) => {
    const page = await listWiringEvents(ctx, params.cooldown_id, query);
    return { events: page.records.map(presentWiringEvent), ...pageOf(page), next_cursor: null };
  },
);

export const listCooldowns = endpoint(cooldownOperations.listCooldowns, async ({ ctx, query }) => {
  const { cryo_id: cryoId, chip_id: chipId, ongoing, ...request } = query;
  const page = await read.listCooldowns(ctx, { cryoId, chipId, ongoing }, request);
  return {
    cooldowns: (await read.withoutDeletedChips(ctx, page.records)).map(presentCooldown),
    ...indexedPageOf(page),
  };
});

export const listCryostats = endpoint(cooldownOperations.listCryostats, async ({ ctx, query }) => {
  const page = await cryostats.listCryostats(ctx, query);
  return { cryostats: page.records.map(presentCryostat), ...pageOf(page) };
});

export const replaceCooldown = endpoint(cooldownOperations.replaceCooldown, async ({ ctx, params, body }) => {
  const changes = cooldownChanges({ ...body, ended_at: body.ended_at ?? null, note: body.note ?? '' });
  return shown(ctx, await cooldowns.updateCooldown(ctx, params.cooldown_id, changes));
});

export const replaceCryostat = endpoint(cooldownOperations.replaceCryostat, async ({ ctx, params, body }) => {
  const fields = { ...body, commissioned_at: body.commissioned_at ?? null, note: body.note ?? '' };
  return presentCryostat(await cryostats.updateCryostat(ctx, params.cryo_id, cryostatFields(fields)));
});

export const unassignChipFromCooldown = endpoint(cooldownOperations.unassignChipFromCooldown, async ({ ctx, params }) =>
  shown(ctx, await cooldowns.unassignChip(ctx, params.cooldown_id, params.chip_id)),
);

export const updateCooldown = endpoint(cooldownOperations.updateCooldown, async ({ ctx, params, body }) =>
  shown(ctx, await cooldowns.updateCooldown(ctx, params.cooldown_id, cooldownChanges(body))),
);

export const updateCryostat = endpoint(cooldownOperations.updateCryostat, async ({ ctx, params, body }) =>
  presentCryostat(await cryostats.updateCryostat(ctx, params.cryo_id, cryostatFields(body))),
);
