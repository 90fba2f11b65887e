import { brokenQubits, demoTopology } from '#local/demo/bring-up-values.ts';
import { chipId, morning, nightly, weekly } from '#local/demo/lab.ts';
import { ApiError, type Client } from '#shared/api/client.ts';

const excluded = `exclude: [${brokenQubits.join(', ')}]   # their drive lines are open`;
const brokenCouplings = demoTopology.couplings
  .filter((pair) => pair.some((qid) => brokenQubits.includes(qid)))
  .map((pair) => `'${pair.join('-')}'`);

/** A nightly degradation of a simulated qubit: of its T1 or its readout. */
export interface Ageing {
  task: 'CheckT1' | 'ReadoutClassification';
  qid: string;
  /** 0.1 is a tenth. */
  perDay: number;
}

/** The nightly measurements. */
export interface Nightly {
  /** `all`, or a range. */
  qubits: string;
  ageing: readonly Ageing[];
}

const nightlyCode = (seed: number, { qubits, ageing }: Nightly) => `# Every night: how long does each qubit live?
backend: simulator
seed: ${seed}

stages:
  - name: coherence
    tasks: [CheckT1]
    targets:
      qubits: ${qubits === 'all' ? qubits : `['${qubits}']`}
      exclude: [${[...brokenQubits, ...ageingOf('CheckT1', ageing)].join(', ')}]
  - name: readout of some
    tasks: [ReadoutClassification]
    targets:
      qubits: ['0..4']
      exclude: [${ageingOf('ReadoutClassification', ageing).join(', ')}]
${ageing.map(ageingStage).join('')}`;

const ageingOf = (task: Ageing['task'], ageing: readonly Ageing[]): string[] =>
  ageing.flatMap((one) => (one.task === task ? [one.qid] : []));

const ageingStage = ({ task, qid, perDay }: Ageing): string => `  - name: ${task} of an ageing qubit, Q${qid}
    tasks: [${task}]
    targets:
      qubits: [${qid}]
    parameters: {ageing_per_day: ${perDay}}
`;

const weeklyCode = (seed: number) => `# Every week: T2, readout and gates.
backend: simulator
seed: ${seed}

stages:
  - name: T2 and readout
    tasks: [CheckT2Echo, ReadoutClassification]
    targets:
      qubits: all
      ${excluded}
  - name: two-qubit gates
    tasks: [ZX90InterleavedRandomizedBenchmarking]
    targets:
      couplings: all
      exclude: [${brokenCouplings.join(', ')}]
`;

const morningCode = (seed: number) => `# In the morning: is every qubit unchanged?
backend: simulator
seed: ${seed}

stages:
  - name: check every qubit
    tasks: [CheckRabi, CheckT1, CheckRamsey]
    targets:
      qubits: all
      ${excluded}
`;

const common = { chip_id: chipId, default_parameters: {}, tags: ['routine'] };

/**
 * Saves the flows of the lab. The seed determines drift and defects of the simulated chip; after a warm-up it changes.
 */
export async function saveLabFlows(client: Client, seed: number, night: Nightly): Promise<void> {
  await saveNightly(client, seed, night);
  const week = {
    ...common,
    name: weekly.name,
    description: 'T2, readout and gates of the chip',
    code: weeklyCode(seed),
  };
  const check = { ...common, name: morning.name, description: 'Rabi to Ramsey', code: morningCode(seed) };
  for (const body of [week, check]) await client.saveFlow({ body });
}

export async function saveNightly(client: Client, seed: number, night: Nightly): Promise<void> {
  const description = 'T1 of the qubits, readout of some';
  await client.saveFlow({ body: { ...common, name: nightly.name, description, code: nightlyCode(seed, night) } });
}

/** Saves a flow of each template for a chip. An existing flow of the same name is left unchanged. */
export async function saveTemplateFlows(client: Client, chip: string): Promise<void> {
  const templates = await client.listFlowTemplates();
  // The first template is saved last, so that it is on top of the list.
  for (const template of templates.toReversed()) await saveTemplate(client, template, chip);
}

async function saveTemplate(
  client: Client,
  { id, function_name: name, description }: { id: string; function_name: string; description: string },
  chip: string,
): Promise<void> {
  const { code, default_parameters } = await client.getFlowTemplate({ params: { template_id: id } });
  const body = { name, code, chip_id: chip, description, default_parameters, tags: ['template'] };
  await client.saveFlow({ body, headers: { 'if-none-match': '*' } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'etag_mismatch')) throw error;
  });
}
