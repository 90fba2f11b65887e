import type { Caller } from '../support/world.ts';
import { largestChip, listed, numbers } from './filled-project.ts';

/** What the flows, schedules, cryostats and cool-downs of the filled project are called. */
export const filledNames = { flow: 'largest_flow', cryostat: 'fridge-0', cooldown: 'cd-0' };

const scheduled = 100;
const pageOfVersions = 21;
const mostCheckpoints = 100;
const longest = (letters: number) => '\u0001'.repeat(letters);

/** Flows, schedules, cryostats and cool-downs of the largest size, as the API takes them. Answers a schedule's id. */
export async function fillCatalogue({ api }: Caller): Promise<string> {
  const chip_id = largestChip.chipId;
  const stage = "stages:\n  - name: check\n    tasks: [CheckT1]\n    targets:\n      qubits: ['0']\n";
  const code = `${stage}# ${'x'.repeat(199_000)}\n`;
  const flow = { chip_id, description: longest(2000), tags: numbers(50).map((n) => `${n}`.padEnd(100, 'x')) };
  const save = (name: string, source: string) => api.saveFlow({ body: { ...flow, name, code: source } });
  for (const n of numbers(listed)) await save(`flow_${n}`, stage);
  for (const n of numbers(pageOfVersions)) await save(filledNames.flow, `${code}# ${n}\n`);
  const short = longest(200);
  const text = { name: short, manufacturer: short, model: short, location: short };
  for (const n of numbers(listed)) await api.createCryostat({ body: { cryo_id: `fridge-${n}`, ...text } });
  const wiring = { description: longest(2000), wiring_info: longest(10_000) };
  for (const n of numbers(listed)) {
    const [started_at, ended_at] = [0, 1].map((k) => new Date(Date.UTC(2020, 0, 1 + n, k)).toISOString());
    await api.createCooldown({
      body: {
        cooldown_id: `cd-${n}`,
        cryo_id: filledNames.cryostat,
        started_at: started_at ?? '',
        ended_at,
        ...wiring,
      },
    });
  }
  for (const n of numbers(mostCheckpoints)) {
    const params = { cooldown_id: filledNames.cooldown };
    await api.createCooldownWiringCheckpoint({ params, body: { comment: `${n} ${longest(100)}` } });
  }
  let scheduleId = '';
  for (const n of numbers(scheduled)) {
    const scheduled_time = `2099-01-01T06:00:${String(n % 60).padStart(2, '0')}Z`;
    const parameters = { seed: n, tags: flow.tags };
    const made = await api.scheduleFlow({ params: { name: filledNames.flow }, body: { scheduled_time, parameters } });
    scheduleId = made.schedule_id;
  }
  return scheduleId;
}
