import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../tools/project-root.ts';
import { type ConditionSite, conditionSites, isWithConditions } from './condition-sites.ts';
import { type ConditionMutant, ConditionSuite, NothingRun } from './condition-suite.ts';
import type { Sighting } from './condition-worker.ts';
import { reasonOfEquivalence } from './equivalents.ts';
import { type Sample, sampleOf } from './sample.ts';

/** What became of a mutant. `unasked`: no test comes by; `unrefused`: none in which the condition refuses. */
export type Verdict = 'killed' | 'survived' | 'unrefused' | 'unasked';

export interface ConditionResult extends ConditionMutant {
  verdict: Verdict;
  /** The test that fails without the part. */
  killer?: string | undefined;
  /** Of the source when it was tried. */
  digest: string;
}

interface State {
  /** What was seen in each test file, and the digest of the file then. */
  files: Record<string, { digest: string; sightings: Sighting[] }>;
  results: ConditionResult[];
}

export interface ConditionOptions {
  /** Only sources below these paths. */
  folders: readonly string[];
  /** Only tests below these paths; all that write into a table where there is none. */
  tests?: readonly string[];
  /** How many, drawn by this seed; all where absent. */
  sample?: Sample | undefined;
  /** Forgets what earlier runs found. */
  fresh: boolean;
  say(line: string): void;
}

/** How many files of tests are looked at before what was seen is kept: an interrupted run goes on from there. */
const filesAtOnce = 10;

const stateFile = join(projectRoot, '.cache/mutants/conditions.json');

/**
 * Takes each part out of each condition in turn and runs the tests that could tell. What was killed in an earlier run
 * and has the same source is not tried again.
 */
export async function tryConditions({
  folders,
  tests,
  sample,
  fresh,
  say,
}: ConditionOptions): Promise<ConditionResult[]> {
  const sources = readSources(folders);
  let suite = await ConditionSuite.start(tests);
  try {
    const state = fresh ? { files: {}, results: [] } : readState();
    const files = await look(suite, state, say);
    const sightings = Object.values(files).flatMap((file) => file.sightings);
    const earlier = new Map(state.results.map((one) => [keyOf(one), one]));
    const results = new Map(earlier);
    const mutants = sampleOf(mutantsOf(sources, sightings), sample);
    const done: ConditionResult[] = [];
    const restart = async () => {
      await suite.close();
      suite = await ConditionSuite.start(tests);
    };
    const judge = async (mutant: ConditionMutant) => {
      const first = await verdictOf(suite, mutant, sightings).catch((error) => {
        if (error instanceof NothingRun) return { ...mutant, verdict: 'survived' as const };
        throw error;
      });
      if (first.verdict !== 'survived') return first;
      // Who seems to survive is tried again in processes that have run nothing before; there tests do run.
      await restart();
      return verdictOf(suite, mutant, sightings);
    };
    for (const { digest, line, ...mutant } of mutants) {
      const before = earlier.get(keyOf(mutant));
      const isKnown = before?.verdict === 'killed' && before.digest === digest;
      const result = isKnown ? before : { ...(await judge(mutant)), digest };
      done.push(result);
      results.set(keyOf(result), result);
      writeState({ files, results: [...results.values()] });
      if (!isKnown)
        say(`${result.verdict.padEnd(9)} ${mutant.site}:${line} without ${mutant.part}  ${result.killer ?? ''}`);
    }
    return done;
  } finally {
    await suite.close();
  }
}

/** What is known of every condition that was tried so far. */
export const conditionResults = (): ConditionResult[] => readState().results;

/** Runs the tests that are new or have changed since they were looked at. */
async function look(suite: ConditionSuite, state: State, say: (line: string) => void): Promise<State['files']> {
  const digestNow = (file: string) => (existsSync(file) ? digestOf(readFileSync(file, 'utf8')) : '');
  const files = Object.fromEntries(
    Object.entries(state.files).filter(([file, { digest }]) => digestNow(file) === digest),
  );
  const changed = suite.files.filter((file) => !(file in files));
  if (changed.length === 0) return files;
  for (let from = 0; from < changed.length; from += filesAtOnce) {
    const some = changed.slice(from, from + filesAtOnce);
    const { sightings, failed } = await suite.survey(some);
    for (const test of failed) say(`fails over marked sources: ${test}`);
    const seen = Map.groupBy(sightings, ({ file }) => file);
    for (const file of some) files[file] = { digest: digestNow(file), sightings: seen.get(file) ?? [] };
    say(`Looked at ${from + some.length} of ${changed.length} files of tests`);
    writeState({ ...state, files });
  }
  return files;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

type Source = ConditionSite & { digest: string };

/** Those that can make a difference. A condition that no test asks has one mutant: it is not known what it says. */
function mutantsOf(sources: readonly Source[], sightings: readonly Sighting[]): (ConditionMutant & Source)[] {
  const asked = Map.groupBy(sightings, ({ site }) => site);
  return sources.flatMap((source) => {
    const parts = new Set(
      (asked.get(source.id) ?? []).flatMap((one) => [...one.parts.demands, ...one.parts.alternatives]),
    );
    const mutants = [...(parts.size > 0 ? parts : [''])].map((part) => ({ ...source, site: source.id, part }));
    return mutants.filter((mutant) => reasonOfEquivalence(mutant) === undefined);
  });
}

async function verdictOf(suite: ConditionSuite, { site, part }: ConditionMutant, sightings: readonly Sighting[]) {
  const asked = sightings.filter((one) => one.site === site);
  if (asked.length === 0) return { site, part, verdict: 'unasked' as const };
  const killer = await suite.killerOf({ site, part }, asked);
  if (killer !== undefined) return { site, part, verdict: 'killed' as const, killer };
  const refuses = asked.some(({ refused, parts }) => refused || parts.alternatives.includes(part));
  return { site, part, verdict: refuses ? ('survived' as const) : ('unrefused' as const) };
}

function readSources(folders: readonly string[]): Source[] {
  const paths = globSync('shared/{store,services}/**/*.ts', { cwd: projectRoot }).sort();
  return paths
    .filter((path) => isWithConditions(path) && (folders.length === 0 || folders.some((one) => path.startsWith(one))))
    .flatMap((path) => {
      const code = readFileSync(join(projectRoot, path), 'utf8');
      const digest = digestOf(code);
      return conditionSites(path, code).map((site) => ({ ...site, digest }));
    });
}

const keyOf = ({ site, part }: ConditionMutant): string => `${site} ${part}`;

const readState = (): State =>
  existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : { files: {}, results: [] };

function writeState(state: State): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}
