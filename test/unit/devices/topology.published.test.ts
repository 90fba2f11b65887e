import { describe, expect, it } from 'vitest';
import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('heavy-hex topologies of real devices'), () => {
  it.each([
    [127, 'ibm/conf_sherbrooke.json'],
    [133, 'ibm/conf_torino.json'],
  ])('the heavy hexagon of %i qubits has the edges and the coordinates in %s', (numQubits, file) => {
    const conf = publishedDevices.json(file) as { coupling_map: [number, number][]; coords: [number, number][] };
    const topology = generateTopology(`heavy-hex-${numQubits}`);
    const real = new Set(conf.coupling_map.map(([a, b]) => undirectedCouplingId(String(a), String(b))));
    expect(new Set(topology?.couplings.map((pair) => pair.join('-')))).toEqual(real);
    const coords = Object.values(topology?.qubits ?? {}).map(({ row, col }) => [col + 1, row + 1]);
    expect(coords).toEqual(conf.coords);
  });
});
