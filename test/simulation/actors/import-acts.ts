import { importChip } from '#shared/devices/verbs/import-chip.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { type Act, chipIds } from './acts.ts';
import { chipActs } from './chip-acts.ts';
import { request } from './user.ts';

/** Two qubits with their T1, and their coupling, measured at an instant. */
const device = (t1: number, date: string): Device => ({
  conf: { backend_name: 'line', n_qubits: 2, coupling_map: [[0, 1]] },
  props: {
    backend_name: 'line',
    qubits: [0, 1].map((n) => [parameter('T1', t1 + n, 'µs', date)]),
    gates: [gate('cz', [0, 1], 0.01, 84, date)],
  },
});

const importDevice: Act = {
  name: 'import a device',
  do: async (user, { random, told, service, imports }) => {
    const { world, table } = service;
    const chipId = random.pick(chipIds);
    // Also of the past: what is older than a value of the chip is history alone.
    const at = new Date(world.now - random.pick([0, 1000, 60_000, 86_400_000])).toISOString();
    const documents = device(random.between(20, 90), at);
    const send = () =>
      told.tell(`chip ${chipId}`, 'made', () =>
        request(user, `import ${chipId}`, (ctx) => importChip(ctx, { format: 'ibm', chipId, documents })),
      );
    let heard = await send();
    for (let sent = 1; heard.kind !== 'done' && sent < 3; sent += 1) {
      await world.sleep(random.between(20, 90) * 1000);
      heard = await send();
    }
    const chip = table.all().find((item) => item.entity?.S === 'chip' && item.chipId?.S === chipId);
    if (heard.kind === 'done' && chip) imports.push({ chipId, at, chipCreatedAt: chip.createdAt?.S ?? '' });
    return heard;
  },
};

/** Devices are imported, also at once and again, alongside values that are set by hand and chips that go. */
export const importActs: readonly Act[] = [
  ...[importDevice, importDevice, importDevice],
  {
    name: 'set a value by hand',
    do: (user, { random }) => {
      const [chipId, qid] = [random.pick(chipIds), random.pick(['0', '1'])];
      const value = random.between(10, 90);
      return request(user, `set T1 of ${chipId} ${qid} to ${value}`, (ctx) =>
        updateParameters(ctx, { chipId, qid, parameters: { t1: { value, unit: 'us' } } }),
      );
    },
  },
  ...chipActs.filter(({ name }) => name.startsWith('delete')),
];
