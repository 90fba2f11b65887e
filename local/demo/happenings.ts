import { enterValues, installChip, startCooldown, warmUp } from '#local/demo/installation.ts';
import { chipId, type Happening, morning, nightly, weekly } from '#local/demo/lab.ts';
import { type Ageing, saveLabFlows, saveNightly, saveTemplateFlows } from '#local/demo/lab-flows.ts';
import { answerAlert, noteFailure, noteFall, readT1 } from '#local/demo/observations.ts';
import type { Client } from '#shared/api/client.ts';
import { firstInstantFrom, wallTimeAt } from '#shared/kernel/rules/time-zone.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Seeds of the simulator. After a warm-up, a chip drifts differently and has other defects. */
const seeds = { first: 64, second: 640 };

/**
 * Boundaries of the weeks, in days before the present. A drift alert needs a reference of weeks in one cool-down.
 * Before the last two weeks the nights measure only a quarter of the chip, which is enough and loads faster.
 */
const days = {
  ...{ firstCold: 46, installed: 38, warm: 34, secondCold: 32 },
  ...{ wholeChip: 14, discussed: 12, gated: 6, answered: 2 },
};

const quarterOfChip = '0..15';

/** What degrades at the end, and for how many days. */
const ageing: readonly (Ageing & { days: number })[] = [
  { task: 'CheckT1', qid: '9', perDay: 0.13, days: 13 },
  { task: 'ReadoutClassification', qid: '3', perDay: 0.2, days: 10 },
  { task: 'CheckT1', qid: '12', perDay: 0.18, days: 9 },
  { task: 'CheckT1', qid: '5', perDay: 0.2, days: 8 },
];

/**
 * The events in the demo lab in the weeks before `now`, in order. The hours are those of `zone` (IANA name). A chip is
 * installed and measured every night; its cryostat is warmed up and cooled down again; some qubits degrade; people
 * write notes.
 */
export function happeningsUntil(now: Date, zone: string): Happening[] {
  const at = (daysAgo: number, hours: number) => instantOf(now, zone, daysAgo, hours);
  const first = { start: at(days.firstCold, 18), id: cooldownId(at(days.firstCold, 18), zone) };
  const second = { start: at(days.secondCold, 6), id: cooldownId(at(days.secondCold, 6), zone) };
  const t1 = new Map<string, number>();
  const nights = Array.from({ length: days.installed }, (_, daysAgo): Happening[] => [
    // Schedules fire by themselves once the clock reaches this time.
    { at: at(daysAgo, 2.02), do: async () => undefined },
    { at: at(daysAgo, 4.02), do: async () => undefined },
    // The gate judges a night by the closed days. Nights without a judgement need no closing yet.
    ...(daysAgo <= days.gated
      ? [{ at: at(daysAgo, 0.5), do: (_: Client, service: { sweep(): Promise<void> }) => service.sweep() }]
      : []),
    ...(daysAgo < days.wholeChip ? [{ at: at(daysAgo, 8.5), do: (client: Client) => lookAtNight(client, t1) }] : []),
  ]).flat();
  const bringUp = at(days.installed, 16);
  const service = at(days.warm - 1, 9);
  const all: Happening[] = [
    { at: at(days.installed, 9), do: (client) => installChip(client, first) },
    { at: bringUp, do: (client) => enterValues(client, bringUp) },
    { at: at(days.installed, 17), do: (client) => startRoutine(client, first.id) },
    { at: at(days.installed - 2, 10.5), do: (client) => noteCoupling(client, first.id) },
    { at: at(days.warm, 11), do: (client) => pauseAndWarmUp(client, first.id, at(days.warm, 10)) },
    { at: service, do: (client) => noteService(client, at(days.warm, 10), second.start) },
    { at: at(days.secondCold, 10), do: (client) => coolDownAgain(client, second) },
    { at: at(days.discussed, 15), do: (client) => discussOpenLine(client, second.id) },
    ...[days.wholeChip, ...ageing.map((one) => one.days)].map(
      (daysAgo): Happening => ({ at: at(daysAgo, 12), do: (client) => changeNights(client, daysAgo) }),
    ),
    { at: at(days.gated, 13), do: holdUnlikelyValues },
    { at: at(days.answered, 9.5), do: answerAlert },
    { at: new Date(now.getTime() - 2 * hour), do: checkMorning },
    ...nights,
  ];
  return all.filter((one) => one.at <= now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The instant at which clocks in a zone show this hour, so many days before the day of `now`. */
function instantOf(now: Date, zone: string, daysAgo: number, hours: number): Date {
  const wall = wallTimeAt(now.getTime(), zone);
  return new Date(firstInstantFrom(wall - (wall % day) - daysAgo * day + hours * hour, zone));
}

const cooldownId = (start: Date, zone: string): string =>
  `CD-${new Date(wallTimeAt(start.getTime(), zone)).toISOString().slice(0, 10)}`;

/** Flows and their schedules, and task knowledge about the chip. */
async function startRoutine(client: Client, cooldown: string): Promise<void> {
  await saveTemplateFlows(client, chipId);
  await saveLabFlows(client, seeds.first, { qubits: quarterOfChip, ageing: [] });
  for (const { name, cron } of [nightly, weekly]) await client.scheduleFlow({ params: { name }, body: { cron } });
  const params = { chip_id: chipId };
  await client.upsertChipNote({
    params,
    body: { content: 'Simulated. 64 qubits in muxes of four; the drive lines of Q21 and Q58 are open.' },
  });
  for (const qid of ['21', '58'])
    await client.upsertQubitNote({
      params: { ...params, qid },
      query: { cooldown_id: cooldown },
      body: { content: `No response to the drive: the line of Q${qid} is open.` },
    });
}

async function noteCoupling(client: Client, cooldown: string): Promise<void> {
  const params = { chip_id: chipId, coupling_id: '12-13' };
  const content = 'Bell state limited by the ZX90 of this pair; a longer pulse helps.';
  await client.upsertCouplingNote({ params, query: { cooldown_id: cooldown }, body: { content } });
}

async function pauseAndWarmUp(client: Client, cooldown: string, end: Date): Promise<void> {
  await setRoutine(client, false);
  await warmUp(client, cooldown, end);
}

async function noteService(client: Client, start: Date, end: Date): Promise<void> {
  await client.upsertChipNote({
    params: { chip_id: chipId },
    query: { start_at: start.toISOString(), end_at: end.toISOString() },
    body: { content: 'Warm for the yearly service of the compressor.' },
  });
}

async function coolDownAgain(client: Client, cooldown: { id: string; start: Date }): Promise<void> {
  await startCooldown(client, cooldown, {
    description: 'After the service of the compressor',
    attenuation: '30 dB',
    comment: '10 dB more on the drive lines',
  });
  await saveLabFlows(client, seeds.second, { qubits: quarterOfChip, ageing: [] });
  await setRoutine(client, true);
  await client.upsertChipNote({
    params: { chip_id: chipId },
    query: { cooldown_id: cooldown.id },
    body: { content: 'Base temperature 9 mK. With 10 dB more on the drive lines T2 should be closer to 2 T1.' },
  });
}

async function setRoutine(client: Client, active: boolean): Promise<void> {
  const { schedules } = await client.listAllFlowSchedules();
  for (const { schedule_id } of schedules)
    await client.updateFlowSchedule({ params: { schedule_id }, body: { active } });
}

/** From now on the nights measure the whole chip, and degradation that has started by then takes effect. */
const changeNights = (client: Client, daysAgo: number): Promise<void> =>
  saveNightly(client, seeds.second, { qubits: 'all', ageing: ageing.filter((one) => one.days >= daysAgo) });

async function discussOpenLine(client: Client, cooldown: string): Promise<void> {
  const params = { chip_id: chipId, qid: '21' };
  const query = { cooldown_id: cooldown };
  await client.upsertQubitNote({ params, query, body: { content: 'Still open after the warm-up.' } });
  for (const content of ['Is it the bond wire or the cable?', 'The cable: the line is open at 4 K already.'])
    await client.createQubitNoteComment({ params, query, body: { content } });
}

async function holdUnlikelyValues(client: Client): Promise<void> {
  const project_id = (await client.getCurrentUser()).default_project_id ?? '';
  await client.updateProject({ params: { project_id }, body: { value_gate: 'hold' } });
}

async function checkMorning(client: Client): Promise<void> {
  await client.executeFlow({ params: { name: morning.name }, body: {} });
}

/** What a person writes after looking at last night's results. */
async function lookAtNight(client: Client, before: Map<string, number>): Promise<void> {
  const results = await readT1(client);
  await noteFall(client, results, before);
  await noteFailure(client, results);
  for (const { qid, t1 } of results) if (t1 !== undefined) before.set(qid, t1);
}
