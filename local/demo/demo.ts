import { loadDemoFlows } from '#local/demo/demo-flows.ts';
import { type DemoChip, type DemoTarget, simulateDemoChip } from '#local/demo/demo-values.ts';
import { ApiError, type Client, createClient } from '#shared/contract/client.ts';
import { squareLatticeMux } from '#shared/domain/topology/square-lattice.ts';

const chipId = 'DEMO64';
const seed = 64;
const reason = 'Simulated by --demo';
// Enough to keep the engine busy, few enough that a page opened meanwhile stays quick.
const writers = 8;

export type DemoOutcome = { state: 'loaded' | 'present'; chipId: string; written: number };

/**
 * Puts the simulated chip DEMO64 into the administrator's default project, through the HTTP API alone, with flows and a
 * first run of one. What is there is not touched, except that a load cut short is finished.
 * @throws ApiError 401 when the administrator's password is no longer the one of the first start.
 */
export async function loadDemo(
  url: string,
  admin: { username: string; password: string },
  now: Date,
): Promise<DemoOutcome> {
  const { access_token: token } = await createClient({ baseUrl: `${url}/api` }).login({ body: admin });
  const client = createClient({ baseUrl: `${url}/api`, token: () => token });
  const demo = simulateDemoChip(seed);
  const chip = await getOrCreate(client, demo.topologyId);
  const isEmpty = (id: string) => {
    const target = chip.qubits?.[id] ?? chip.couplings?.[id];
    return target !== undefined && Object.keys(target.data).length === 0;
  };
  const pending = demo.targets.filter(({ id, values }) => Object.keys(values).length > 0 && isEmpty(id));
  const written = pending.length;
  const work = async () => {
    for (let target = pending.shift(); target; target = pending.shift()) await writeTarget(client, target, now);
  };
  await Promise.all(Array.from({ length: writers }, work));
  const unmarked = demo.faultyCouplings.some((id) => chip.couplings?.[id]?.faulty.length === 0);
  if (unmarked) await markFaulty(client, demo, now);
  await loadDemoFlows(client, chipId);
  return { state: written > 0 ? 'loaded' : 'present', chipId, written };
}

async function getOrCreate(client: Client, topologyId: string) {
  const read = () => client.getChip({ params: { chip_id: chipId } });
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    await client.createChip({ body: { chip_id: chipId, topology_id: topologyId } });
    return read();
  }
}

async function writeTarget(client: Client, target: DemoTarget, now: Date): Promise<void> {
  const parameters = Object.fromEntries(
    Object.entries(target.values).map(([key, { value, unit, ageSeconds }]) => {
      const calibratedAt = new Date(now.getTime() - ageSeconds * 1000).toISOString();
      return [key, { value, unit, calibrated_at: calibratedAt }];
    }),
  );
  await client.updateCalibrationParameters({ body: { chip_id: chipId, qid: target.id, parameters, reason } });
}

/** Only a device's own report can call a gate faulty, so the demo sends one: error 1, in both directions. */
async function markFaulty(client: Client, demo: DemoChip, now: Date): Promise<void> {
  const { qubits, couplings } = squareLatticeMux(demo.size);
  const bothWays = (pairs: [string, string][]) =>
    pairs.flatMap(([a, b]) => [
      [Number(a), Number(b)],
      [Number(b), Number(a)],
    ]);
  const faulty = couplings.filter((pair) => demo.faultyCouplings.includes(pair.join('-')));
  const error = { name: 'gate_error', value: 1, unit: '', date: now.toISOString() };
  const name = { backend_name: 'fiducial_demo', backend_version: '1.0.0' };
  const conf = {
    ...name,
    n_qubits: demo.size,
    basis_gates: ['cz'],
    coupling_map: bothWays(couplings),
    coords: Object.values(qubits).map(({ row, col }) => [col + 1, row + 1]),
  };
  const props = {
    ...name,
    qubits: Array.from({ length: demo.size }, () => []),
    gates: bothWays(faulty).map((pair) => ({ gate: 'cz', qubits: pair, parameters: [error] })),
  };
  await client.importChip({ body: { format: 'ibm', chip_id: chipId, documents: { conf, props } } });
}
