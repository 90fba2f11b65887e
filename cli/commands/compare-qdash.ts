import { setTimeout as sleep } from 'node:timers/promises';
import type { CompareQdashCommand } from '../compare-arguments.ts';
import { type Compared, compareServices } from '../comparison/compare-services.ts';
import type { DifferenceGroup } from '../comparison/differences.ts';
import { openQdash } from '../comparison/qdash-credentials.ts';
import { type Clock, createPace, createReader } from '../comparison/reader.ts';
import { openRequests } from '../connection.ts';
import { exitCodes, Failure } from '../failure.ts';
import { createProgress } from '../terminal.ts';

const clock: Clock = { now: () => performance.now(), sleep: async (milliseconds) => sleep(milliseconds) };

/**
 * Compares what QDash and Fiducial answer, and lists the differences in groups. It only reads.
 * @throws Failure with exit code 7 if they differ.
 */
export async function compareQdash(
  command: CompareQdashCommand,
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, baseUrl, headers } = await openRequests(env);
  const qdash = await openQdash(command.address, env, clock);
  const progress = createProgress();
  const compared = await compareServices({
    qdash,
    fiducial: createReader({ name: 'Fiducial', baseUrl, headers }, clock),
    pace: createPace(command.rate, clock),
    mostReads: command.reads,
    mostExamples: command.examples,
    chipId: command.chipId,
    onRead: (reads) => progress.step(`Comparing, read ${reads} of at most ${command.reads}`),
  }).finally(progress.end);
  const { groups } = compared.differences;
  console.log(command.json ? JSON.stringify(reportOf(compared), null, 2) : groups.map(linesOf).join('\n') || 'Equal.');
  console.error(summaryOf(compared, url));
  if (compared.differences.compared === 0)
    throw new Failure(`Nothing was compared: no fact is on both sides.${answersOf(groups)}`);
  if (groups.length > 0) throw new Failure('QDash and Fiducial differ.', exitCodes.different);
}

const reportOf = ({ reads, refusedByBoth, differences }: Compared) => ({
  equal: differences.groups.length === 0 && differences.compared > 0,
  reads,
  refused_by_both: refusedByBoth,
  facts_compared: differences.compared,
  groups: differences.groups,
});

function summaryOf({ reads, refusedByBoth, differences }: Compared, url: string): string {
  const count = differences.groups.reduce((sum, group) => sum + group.count, 0);
  const refused = refusedByBoth === 0 ? '' : ` Both refused ${refusedByBoth} reads.`;
  const found = `${count} differences in ${differences.groups.length} groups`;
  return `${reads} reads of QDash and of ${url}, ${differences.compared} facts on both sides: ${found}.${refused}`;
}

function linesOf({ read, field, kind, count, examples }: DifferenceGroup): string {
  const what = field === null ? read : `${read}, ${field}`;
  return [`${what}: ${kind} (${count})`, ...examples.map((one) => `  ${exampleOf(one)}`)].join('\n');
}

/** What the services answered differently, which says why nothing could be compared. */
function answersOf(groups: readonly DifferenceGroup[]): string {
  const [example] = groups.filter(({ kind }) => kind === 'answered differently').flatMap(({ examples }) => examples);
  if (!example) return '';
  const { subject, qdash, fiducial } = example;
  return ` QDash answered ${qdash} to ${subject}, and Fiducial ${fiducial}: check the address, the project and the version of QDash.`;
}

const exampleOf = ({ subject, qdash, fiducial }: DifferenceGroup['examples'][number]): string =>
  qdash === null && fiducial === null ? subject : `${subject}: QDash ${shown(qdash)}, Fiducial ${shown(fiducial)}`;

const shown = (fact: unknown): string => (fact === null ? 'nothing' : JSON.stringify(fact));
