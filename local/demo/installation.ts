import { simulateDemoChip } from '#local/demo/bring-up-values.ts';
import { chipId, cryostatId } from '#local/demo/lab.ts';
import type { Client } from '#shared/api/client.ts';

const chip = simulateDemoChip(64);
/** Parallel requests. */
const writers = 8;

/** A cool-down with the lab's name for it. */
interface LabCooldown {
  id: string;
  start: Date;
}

/** Creates the cryostat, the chip, and the chip's first cool-down. */
export async function installChip(client: Client, cooldown: LabCooldown): Promise<void> {
  const fridge = { name: 'Bluefors LD400', manufacturer: 'Bluefors', model: 'LD400', location: 'Lab 2' };
  await client.createCryostat({ body: { cryo_id: cryostatId, ...fridge } });
  await client.createChip({ body: { chip_id: chipId, topology_id: chip.topologyId } });
  const about = { description: 'First cool-down of DEMO64', attenuation: '20 dB', comment: 'As cooled down' };
  await startCooldown(client, cooldown, about);
}

/** Records a cool-down of the chip and saves its wiring. */
export async function startCooldown(
  client: Client,
  { id, start }: LabCooldown,
  { description, attenuation, comment }: { description: string; attenuation: string; comment: string },
): Promise<void> {
  await client.createCooldown({
    body: {
      ...{ cooldown_id: id, cryo_id: cryostatId, chip_ids: [chipId], started_at: start.toISOString(), description },
      wiring_blocks: [
        { type: 'text', text: `Drive lines: ${attenuation} at the mixing chamber` },
        { type: 'text', text: 'Readout lines: two circulators and a TWPA each' },
      ],
    },
  });
  await client.createCooldownWiringCheckpoint({ params: { cooldown_id: id }, body: { comment } });
}

export async function warmUp(client: Client, id: string, end: Date): Promise<void> {
  await client.updateCooldown({ params: { cooldown_id: id }, body: { ended_at: end.toISOString() } });
}

/** Enters by hand what the bring-up measured until `at`, before the service knew the chip. */
export async function enterValues(client: Client, at: Date): Promise<void> {
  const pending = chip.targets.filter(({ values }) => Object.keys(values).length > 0);
  const work = async () => {
    for (let target = pending.shift(); target; target = pending.shift()) {
      const parameters = Object.fromEntries(
        Object.entries(target.values).map(([key, { value, unit, ageSeconds }]) => {
          const measuredAt = new Date(at.getTime() - ageSeconds * 1000);
          return [key, { value, unit, calibrated_at: measuredAt.toISOString() }];
        }),
      );
      const body = { chip_id: chipId, qid: target.id, parameters, reason: 'Bring-up' };
      await client.updateCalibrationParameters({ body });
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
}
