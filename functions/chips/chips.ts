import { chipOperations } from '#shared/chips/contract/operations/chips.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { createChip as makeChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip as removeChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { etagOf, updateChip as update } from '#shared/chips/verbs/change/update-chip.ts';
import { deletionImpact } from '#shared/chips/verbs/deletion-impact.ts';
import { chipAsOf, targetOfChipAsOf } from '#shared/chips/verbs/history/chip-as-of.ts';
import * as days from '#shared/chips/verbs/history/list-days.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import * as read from '#shared/chips/verbs/read-chip.ts';
import { createTopology as makeTopology } from '#shared/chips/verbs/topologies/create-topology.ts';
import { deleteTopology as removeTopology } from '#shared/chips/verbs/topologies/delete-topology.ts';
import {
  getOwnTopology,
  listTopologies as list,
  listOwnTopologies,
  readTopology,
} from '#shared/chips/verbs/topologies.ts';
import { notInProject } from '#shared/kernel/errors.ts';
import { listMuxes, readMux } from '#shared/results/verbs/read/mux-results.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf, wholePage } from '../http/page.ts';
import { Reply } from '../http/response.ts';
import {
  presentChip,
  presentChipDay,
  presentChipOnDay,
  presentChipRow,
  presentMux,
  presentOwnTopology,
  presentTarget,
  presentTargetDay,
  presentTargetMaps,
  presentTopology,
  presentTopologySummary,
} from './present.ts';
import { measuredTargetOf } from './target.ts';

export const createChip = endpoint(chipOperations.createChip, async ({ ctx, body }) => {
  const {
    chip_id: chipId,
    size,
    topology_id: topologyId,
    couplings,
    mux_size: muxSize,
    readout_lines: readoutLines,
  } = body;
  const shape = { size, topologyId, couplings, muxSize, readoutLines };
  return presentChip(await makeChip(ctx, { chipId, ...shape, technology: body.technology ?? undefined }));
});

export const createTopology = endpoint(chipOperations.createTopology, async ({ ctx, body }) => {
  const { topology, leftOut } = await makeTopology(ctx, body);
  return { ...presentTopology(topology), left_out: leftOut };
});

export const deleteChip = endpoint(chipOperations.deleteChip, async ({ ctx, params, query }) => {
  await removeChip(ctx, params.chip_id, query);
  return { message: `Chip '${params.chip_id}' deleted` };
});

export const deleteTopology = endpoint(chipOperations.deleteTopology, async ({ ctx, params }) => {
  const { topology_id: id } = params;
  const { isKept } = await removeTopology(ctx, id);
  return { message: isKept ? `Topology '${id}' deleted; chips that have it keep it` : `Topology '${id}' deleted` };
});

export const getChip = endpoint(chipOperations.getChip, async ({ ctx, params, query }) => {
  if (query.as_of !== undefined) {
    const { chip, ...targets } = await chipAsOf(ctx, params.chip_id, query.as_of);
    const maps = presentTargetMaps(targets);
    return new Reply({ ...presentChip(chip), ...(query.include === 'none' ? {} : maps) }, {});
  }
  const chip = await read.readChip(ctx, params.chip_id);
  const etag = etagOf(chip);
  if (query.include === 'none') return new Reply(presentChip(chip), { etag });
  const maps = presentTargetMaps(await read.readTargets(ctx, chip));
  return new Reply({ ...presentChip(chip), ...maps }, { etag });
});

export const getChipDay = endpoint(chipOperations.getChipDay, async ({ ctx, params }) =>
  presentChipOnDay(await chipOnDay(ctx, params.chip_id, params.date)),
);

export const getChipDeletionImpact = endpoint(chipOperations.getChipDeletionImpact, async ({ ctx, params }) => {
  const { chip, taskResults, qubitDays, couplingDays, chipDays, notes, noteEvents } = await deletionImpact(
    ctx,
    params.chip_id,
  );
  return {
    chip_id: chip.chipId,
    qubits: chip.qubitCount,
    couplings: chip.couplingCount,
    task_results: taskResults,
    qubit_history_snapshots: qubitDays,
    coupling_history_snapshots: couplingDays,
    chip_history_snapshots: chipDays,
    notes,
    note_events: noteEvents,
    cooldowns_referencing: chip.cooldownIds?.length ?? 0,
    can_delete_safely: chip.qubitCount + chip.couplingCount === 0,
  };
});

export const getChipMux = endpoint(chipOperations.getChipMux, async ({ ctx, params, query }) => {
  const { date, task_name: task } = query;
  return presentMux(await readMux(ctx, params.chip_id, params.mux_id, { date, task }));
});

const getChipTarget = (operation: typeof chipOperations.getChipQubit | typeof chipOperations.getChipCoupling) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const { kind, id } = measuredTargetOf(params, query);
    const { as_of: asOf } = query;
    if (asOf !== undefined)
      return presentTarget(await targetOfChipAsOf(ctx, { chipId: params.chip_id, kind, id }, asOf));
    return presentTarget(await read.readTarget(ctx, params.chip_id, kind, id));
  });

export const getChipQubit = getChipTarget(chipOperations.getChipQubit);
export const getChipCoupling = getChipTarget(chipOperations.getChipCoupling);

export const getTopology = endpoint(chipOperations.getTopology, async ({ ctx, params }) => {
  const { topology_id: id } = params;
  const builtIn = generateTopology(id);
  if (builtIn) return presentTopology(builtIn);
  const own = await getOwnTopology(ctx, ctx.projectId, id);
  if (!own) throw notInProject('Topology', id, ctx.projectId);
  return presentTopology(own.topology, own.deletedAt);
});

export const getTopologyById = endpoint(chipOperations.getTopologyById, async ({ ctx, params }) => ({
  data: presentTopology(await readTopology(ctx, ctx.projectId, params.topology_id)),
}));

export const listChipCouplings = endpoint(chipOperations.listChipCouplings, async ({ ctx, params, query }) => {
  const { limit, offset, as_of: asOf } = query;
  if (asOf !== undefined) {
    const { couplings } = await chipAsOf(ctx, params.chip_id, asOf);
    const { records, page } = wholePage(couplings, { skip: offset, limit });
    return { couplings: records.map(presentTarget), ...page, next_cursor: null, offset };
  }
  const page = await read.listTargetPage(ctx, params.chip_id, 'coupling', { skip: offset, limit });
  return { couplings: page.records.map(presentTarget), ...pageOf(page), offset };
});

export const listChipDays = endpoint(chipOperations.listChipDays, async ({ ctx, params, query }) => {
  const { records, ...page } = await days.listChipDays(ctx, params.chip_id, query);
  return { days: records.map((row) => presentChipDay(row, row.date, row)), ...page, next_cursor: null };
});

export const listChipMuxes = endpoint(chipOperations.listChipMuxes, async ({ ctx, params, query }) => {
  const { date, task_name: task, skip, limit } = query;
  const { muxes, total } = await listMuxes(ctx, params.chip_id, { date, task }, { skip, limit });
  return {
    muxes: Object.fromEntries(muxes.map((mux) => [String(mux.muxId), presentMux(mux)])),
    ...pageOf({ total, skip, limit, nextCursor: null }),
  };
});

export const listChipQubits = endpoint(chipOperations.listChipQubits, async ({ ctx, params, query }) => {
  const { limit, offset, qids, as_of: asOf } = query;
  if (asOf !== undefined) {
    const { qubits } = await chipAsOf(ctx, params.chip_id, asOf);
    const wanted = qids ? qids.flatMap((qid) => qubits.find(({ id }) => id === qid) ?? []) : qubits;
    const { records, page } = wholePage(wanted, { skip: offset, limit });
    return { qubits: records.map(presentTarget), ...page, next_cursor: null, offset };
  }
  if (qids) {
    const chosen = (await read.readQubits(ctx, params.chip_id, qids)).slice(offset, offset + limit);
    const page = { total: chosen.length, skip: offset, limit, nextCursor: null };
    return { qubits: chosen.map(presentTarget), ...pageOf(page), offset };
  }
  const page = await read.listTargetPage(ctx, params.chip_id, 'qubit', { skip: offset, limit });
  return { qubits: page.records.map(presentTarget), ...pageOf(page), offset };
});

export const listChips = endpoint(chipOperations.listChips, async ({ ctx, query }) => {
  const page = await read.listChips(ctx, query);
  return { chips: page.records.map(presentChipRow), ...pageOf(page) };
});

export const listProjectTopologies = endpoint(chipOperations.listProjectTopologies, async ({ ctx }) => {
  const topologies = (await listOwnTopologies(ctx, ctx.projectId)).filter(({ deletedAt }) => deletedAt === undefined);
  const { length } = topologies;
  return { topologies: topologies.map(presentOwnTopology), total: length, skip: 0, limit: length, next_cursor: null };
});

const listTargetDays = (operation: typeof chipOperations.listQubitDays | typeof chipOperations.listCouplingDays) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const { records, ...page } = await days.listTargetHistory(
      ctx,
      params.chip_id,
      measuredTargetOf(params, query),
      query,
    );
    return { days: records.map(presentTargetDay), ...page, next_cursor: null };
  });

export const listQubitDays = listTargetDays(chipOperations.listQubitDays);
export const listCouplingDays = listTargetDays(chipOperations.listCouplingDays);

export const listTopologies = endpoint(chipOperations.listTopologies, async ({ ctx, query }) => {
  const topologies = await list(ctx, ctx.projectId, query.size);
  const { length } = topologies;
  const page = { total: length, skip: 0, limit: length, next_cursor: null };
  return { topologies: topologies.map(presentTopologySummary), ...page };
});

export const replaceChip = endpoint(chipOperations.replaceChip, async ({ ctx, params, headers, body }) => {
  const changes = {
    size: body.size,
    topologyId: body.topology_id,
    activityStatus: body.activity_status,
    installedAt: body.installed_at,
    note: body.note ?? '',
    muxSize: body.mux_size,
    readoutLines: body.readout_lines,
  };
  const chip = await update(ctx, params.chip_id, changes, headers['if-match']);
  return new Reply(presentChip(chip), { etag: etagOf(chip) });
});

export const updateChip = endpoint(chipOperations.updateChip, async ({ ctx, params, headers, body }) => {
  const changes = {
    topologyId: body.topology_id,
    activityStatus: body.activity_status,
    technology: body.technology,
    note: body.note,
    muxSize: body.mux_size,
    readoutLines: body.readout_lines,
  };
  const chip = await update(ctx, params.chip_id, changes, headers['if-match']);
  return new Reply(presentChip(chip), { etag: etagOf(chip) });
});
