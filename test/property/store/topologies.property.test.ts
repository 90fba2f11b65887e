import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { readoutLinesOf } from '#shared/chips/rules/topology/muxes.ts';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readTargets } from '#shared/chips/verbs/read-chip.ts';
import { readLayout } from '#shared/chips/verbs/read-layout.ts';
import { createTopology } from '#shared/chips/verbs/topologies/create-topology.ts';
import { deleteTopology } from '#shared/chips/verbs/topologies/delete-topology.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let owner: ProjectContext;
let chips = 0;
beforeAll(async () => {
  verbs = await startVerbs(1);
  owner = await verbs.member('owner');
});
afterAll(() => verbs.stop());

const qid = fc.oneof(fc.nat({ max: 40 }).map(String), fc.constantFrom('a', 'q-1', 'q', '1-2', '007', 'ß'));

/** Any topology that is right, in the form of this service or as a list of edges with names. */
const topology = fc
  .record({
    qids: fc.uniqueArray(qid, { minLength: 1, maxLength: 12 }),
    columns: fc.integer({ min: 1, max: 5 }),
    links: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 11 })), { maxLength: 20 }),
    lines: fc.option(fc.array(fc.nat({ max: 3 }), { maxLength: 12 })),
    directed: fc.boolean(),
    isPlaced: fc.boolean(),
  })
  .map(({ qids, columns, links, lines, directed, isPlaced }) => {
    const pairs = new Map<string, [string, string]>();
    for (const [from, to] of links) {
      const [a, b] = [qids[from], qids[to]];
      if (a !== undefined && b !== undefined && a !== b) pairs.set(JSON.stringify([a, b].sort()), [a, b]);
    }
    const readout = Map.groupBy(qids.slice(0, lines?.length ?? 0), (_, n) => lines?.[n]);
    const places = qids.map((id, n) => [id, { row: Math.floor(n / columns), col: n % columns }]);
    return {
      qids,
      directed,
      pairs: [...pairs.values()],
      lines: lines === null ? undefined : [...readout.values()],
      qubits: isPlaced ? Object.fromEntries(places) : qids,
    };
  });

test('a chip of any accepted topology has its qubits, its couplings and its muxes, also when the topology is deleted', async () => {
  await fc.assert(
    fc.asyncProperty(topology, async ({ qids, directed, pairs, lines, qubits }) => {
      chips += 1;
      const chipId = `chip-${chips}`;
      const body = { id: `topology-${chips}`, qubits, couplings: pairs, directed, readout_lines: lines };
      const made = await createTopology(owner, body);
      const { topologyId } = made.topology;
      await createChip(owner, { chipId, topologyId });
      await deleteTopology(owner, topologyId);
      const chip = await getChip(owner.db, owner.projectId, chipId);
      if (!chip) throw new Error('there is no chip');
      const { qubits: found, couplings } = await readTargets(owner, chip);
      const ids = pairs.map(([a, b]) => (directed ? `${a}-${b}` : undirectedCouplingId(a, b)));
      expect(found.map(({ id }) => id).sort()).toEqual([...qids].sort());
      expect(couplings.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect([chip.size, chip.qubitCount, chip.couplingCount]).toEqual([qids.length, qids.length, pairs.length]);
      const muxes = readoutLinesOf(chip);
      if (lines) expect(muxes).toEqual(lines);
      else expect(muxes.flat().sort()).toEqual([...qids].sort());
      const layout = await readLayout(owner, chip);
      expect([[...layout.qids].sort(), [...layout.couplingIds].sort()]).toEqual([[...qids].sort(), ids]);
      expect(layout.readoutLines).toEqual(muxes);
    }),
    { numRuns: Math.min(caseCount(40), 80) },
  );
});
