import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../tools/project-root.ts';
import { type ConditionSite, conditionSites, isWithConditions } from './condition-sites.ts';
import { type ConditionMutant, ConditionSuite } from './condition-suite.ts';
import type { Sighting } from './condition-worker.ts';
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
  sightings: Sighting[];
  results: ConditionResult[];
}

export interface ConditionOptions {
  /** Only sources below these paths. */
  folders: readonly string[];
  /** How many, drawn by this seed; all where absent. */
  sample?: Sample | undefined;
  /** Looks anew which tests ask which condition. */
  fresh: boolean;
  say(line: string): void;
}

const stateFile = join(projectRoot, '.cache/mutants/conditions.json');

/**
 * Takes each part out of each condition in turn and runs the tests that could tell. What was killed in an earlier run
 * and has the same source is not tried again.
 */
export async function tryConditions({ folders, sample, fresh, say }: ConditionOptions): Promise<ConditionResult[]> {
  const sources = readSources(folders);
  const state = fresh ? undefined : readState();
  const suite = await ConditionSuite.start();
  try {
    const sightings = state?.sightings ?? (await look(suite, say));
    const earlier = new Map((state?.results ?? []).map((one) => [keyOf(one), one]));
    const results = new Map(earlier);
    const mutants = sampleOf(mutantsOf(sources, sightings), sample);
    const done: ConditionResult[] = [];
    for (const { digest, line, ...mutant } of mutants) {
      const before = earlier.get(keyOf(mutant));
      const isKnown = before?.verdict === 'killed' && before.digest === digest;
      const result = isKnown ? before : { ...(await verdictOf(suite, mutant, sightings)), digest };
      done.push(result);
      results.set(keyOf(result), result);
      writeState({ sightings, results: [...results.values()] });
      if (!isKnown)
        say(`${result.verdict.padEnd(9)} ${mutant.site}:${line} without ${mutant.part}  ${result.killer ?? ''}`);
    }
    return done;
  } finally {
    await suite.close();
  }
}

/** What is known of every condition that was tried so far. */
export const conditionResults = (): ConditionResult[] => readState()?.results ?? [];

async function look(suite: ConditionSuite, say: (line: string) => void): Promise<Sighting[]> {
  const { sightings, failed } = await suite.survey();
  for (const test of failed) say(`fails over marked sources: ${test}`);
  say(`${sightings.length} sightings`);
  writeState({ sightings, results: readState()?.results ?? [] });
  return sightings;
}

type Source = ConditionSite & { digest: string };

/** A condition that no test asks has one mutant: it is not known what it says. */
function mutantsOf(sources: readonly Source[], sightings: readonly Sighting[]): (ConditionMutant & Source)[] {
  const asked = Map.groupBy(sightings, ({ site }) => site);
  return sources.flatMap((source) => {
    const parts = new Set(
      (asked.get(source.id) ?? []).flatMap((one) => [...one.parts.demands, ...one.parts.alternatives]),
    );
    return [...(parts.size > 0 ? parts : [''])].map((part) => ({ ...source, site: source.id, part }));
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
      const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
      return conditionSites(path, code).map((site) => ({ ...site, digest }));
    });
}

const keyOf = ({ site, part }: ConditionMutant): string => `${site} ${part}`;

const readState = (): State | undefined =>
  existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : undefined;

function writeState(state: State): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}
