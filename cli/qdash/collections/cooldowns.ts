import { CRYOSTAT_STATUSES } from '#shared/cooldowns/rules/cryostat.ts';
import { type Collection, commonFields, Refusal } from '../collection.ts';
import { cooldownsOfCryostat, cooldownTimes } from '../cooldown-times.ts';
import { type Doc, idOf, instantOf, numberOf, plain, textOf, textsOf, timesOf } from '../document.ts';
import { noteIn } from '../survey.ts';

const blocksOf = (doc: Doc, field: string): string =>
  JSON.stringify(Array.isArray(doc[field]) ? plain(doc[field]) : []);

/** `cryostat`: the refrigerators. */
export const cryostats: Collection = {
  name: 'cryostat',
  fields: [
    ...[...commonFields, 'cryo_id', 'name', 'manufacturer', 'model', 'location', 'status'],
    ...['commissioned_at', 'decommissioned_at', 'note'],
  ],
  keyOf: (doc) => textOf(doc, 'cryo_id'),
  map(doc, { projectId, survey, emit, remark }) {
    const cryoId = textOf(doc, 'cryo_id');
    if (cryoId === '') throw new Refusal('has no cryo_id');
    const given = textOf(doc, 'status', 'active');
    const status = CRYOSTAT_STATUSES.find((one) => one === given) ?? 'active';
    if (status !== given) remark('changed', `a status '${given}' is imported as active`, cryoId);
    const { createdAt, updatedAt } = timesOf(doc);
    const { count, ongoing } = cooldownsOfCryostat(survey, projectId, cryoId);
    emit('cryostat', {
      ...{ projectId, cryoId, name: textOf(doc, 'name'), manufacturer: textOf(doc, 'manufacturer') },
      ...{ model: textOf(doc, 'model'), location: textOf(doc, 'location'), status, note: noteIn(doc) },
      commissionedAt: instantOf(doc.commissioned_at),
      decommissionedAt: status === 'decommissioned' ? (instantOf(doc.decommissioned_at) ?? updatedAt) : undefined,
      ...{ ongoingCooldownId: ongoing, cooldownCount: count, createdAt, updatedAt },
    });
  },
};

/** `cooldown`: the cool-downs. */
export const cooldowns: Collection = {
  name: 'cooldown',
  fields: [
    ...[...commonFields, 'cooldown_id', 'cryo_id', 'description', 'started_at', 'ended_at', 'chip_ids', 'note'],
    ...['wiring_info', 'wiring_blocks'],
  ],
  keyOf: (doc) => textOf(doc, 'cooldown_id'),
  map(doc, { projectId, survey, emit, remark }) {
    const [cooldownId, cryoId] = [textOf(doc, 'cooldown_id'), textOf(doc, 'cryo_id')];
    if (cooldownId === '') throw new Refusal('has no cooldown_id');
    if (!survey.cryostats.has(`${projectId}\0${cryoId}`))
      throw new Refusal(`its cryostat ${cryoId} is not in the dump`);
    const { startedAt, endedAt, change } = cooldownTimes(survey, projectId, doc);
    if (change !== undefined) remark('changed', change, cooldownId);
    const checkpoints = survey.checkpoints.get(`${projectId}\0${cooldownId}`) ?? 0;
    const chipIds = textsOf(doc, 'chip_ids').filter((chipId) => survey.chip(projectId, chipId));
    for (const chipId of textsOf(doc, 'chip_ids'))
      if (!survey.chip(projectId, chipId)) remark('left_out', 'a chip of a cool-down that is not in the dump', chipId);
    emit('cooldown', {
      ...{ projectId, cooldownId, cryoId, description: textOf(doc, 'description'), startedAt, endedAt, chipIds },
      ...{ note: noteIn(doc), wiringInfo: textOf(doc, 'wiring_info'), wiringBlocks: blocksOf(doc, 'wiring_blocks') },
      ...(checkpoints > 0 ? { wiringCheckpoints: checkpoints } : {}),
      ...timesOf(doc),
    });
  },
};

/** `cooldown_wiring_event`: the saved wirings of a cool-down, numbered in their order. */
export const wiringEvents: Collection = {
  name: 'cooldown_wiring_event',
  fields: [
    ...[...commonFields, 'cooldown_id', 'actor_user_id', 'actor', 'action', 'comment', 'wiring_info_snapshot'],
    ...['wiring_blocks_snapshot', 'block_count', 'image_count', 'created_at'],
  ],
  homeless: { extra: 'free tags of a checkpoint' },
  keyOf: idOf,
  mapAll(docs, { projectId, survey, emit }) {
    const numbers = new Map<string, number>();
    const ordered = docs.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    for (const doc of ordered) {
      const cooldownId = textOf(doc, 'cooldown_id');
      const cooldown = survey.cooldown(projectId, cooldownId);
      if (!cooldown) continue;
      const number = (numbers.get(cooldownId) ?? 0) + 1;
      numbers.set(cooldownId, number);
      emit('wiring-event', {
        ...{
          projectId,
          cooldownId,
          number,
          cooldownCreatedAt: timesOf(cooldown).createdAt,
          at: timesOf(doc).createdAt,
        },
        ...{ actor: textOf(doc, 'actor'), actorUserId: survey.userId(textOf(doc, 'actor')) },
        ...{ comment: textOf(doc, 'comment'), wiringInfo: textOf(doc, 'wiring_info_snapshot') },
        wiringBlocks: blocksOf(doc, 'wiring_blocks_snapshot'),
        ...{ blockCount: numberOf(doc.block_count) ?? 0, imageCount: numberOf(doc.image_count) ?? 0 },
      });
    }
    return docs.map((doc) =>
      survey.cooldown(projectId, textOf(doc, 'cooldown_id'))
        ? 'imported'
        : new Refusal('its cool-down is not in the dump'),
    );
  },
};

const orderOf = (doc: Doc): string => `${timesOf(doc).createdAt} ${idOf(doc)}`;
