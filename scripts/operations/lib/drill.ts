import { ApiError, type Client, createClient } from '#shared/api/client.ts';
import { type CountTolerance, countProblems, type KindCounts } from './table-counts.ts';

/** The acts of a drill that depend on where it takes place. */
export interface DrillParts {
  /** Restores the source's table as a new one. @returns the instant to which it was restored. */
  restore(): Promise<Date>;
  /** Prepares the restored table. @returns the ARN of its stream. */
  equip(): Promise<string>;
  counts(): Promise<{ source: KindCounts; restored: KindCounts }>;
  /** Deploys the second environment over the restored table. @returns the address of its API. */
  deploy(tableStreamArn: string): Promise<string>;
  /** Uses the second environment like a person; rejects if a step fails. */
  smoke(url: string): Promise<void>;
  /** Reads what was restored. @returns what could not be read. */
  readBack(url: string): Promise<string[]>;
}

export interface DrillStep {
  name: string;
  seconds: number;
}

/** What a drill found, as it is written to its file. */
export interface DrillReport {
  startedAt: string;
  restoredTo: string | null;
  /** Age of the restored data when the drill began: what would have been lost. */
  lostSeconds: number | null;
  steps: DrillStep[];
  /** From the beginning until the second environment worked. */
  totalSeconds: number;
  counts: { source: KindCounts; restored: KindCounts } | null;
  problems: string[];
}

interface DrillOptions {
  tolerance: CountTolerance;
  log: (line: string) => void;
  now: () => Date;
}

/** Runs the steps of a drill one after another, and ends with the first that fails. */
export async function runDrill(parts: DrillParts, { tolerance, log, now }: DrillOptions): Promise<DrillReport> {
  const started = now();
  const secondsSince = (instant: Date) => (now().getTime() - instant.getTime()) / 1000;
  const report: DrillReport = {
    startedAt: started.toISOString(),
    restoredTo: null,
    lostSeconds: null,
    steps: [],
    totalSeconds: 0,
    counts: null,
    problems: [],
  };
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = now();
    try {
      return await work();
    } catch (error) {
      report.problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    } finally {
      const seconds = secondsSince(begun);
      report.steps.push({ name, seconds });
      log(`${seconds.toFixed(0).padStart(6)} s  ${name}`);
    }
  };
  try {
    const restoredTo = await step('restore the table', () => parts.restore());
    report.restoredTo = restoredTo.toISOString();
    report.lostSeconds = Math.max(0, (started.getTime() - restoredTo.getTime()) / 1000);
    const tableStreamArn = await step('stream, expiry and recovery of the restored table', () => parts.equip());
    report.counts = await step('count the items of both tables', () => parts.counts());
    report.problems.push(...countProblems(report.counts.source, report.counts.restored, tolerance));
    const url = await step('deploy the second environment', () => parts.deploy(tableStreamArn));
    report.problems.push(...(await step('read what was restored', () => parts.readBack(url))));
    await step('use the service like a person', () => parts.smoke(url));
  } catch {
    // The problem is in the report.
  }
  report.totalSeconds = secondsSince(started);
  return report;
}

/** Projects that `readBack` reads at most. */
const mostProjects = 20;

/** Signs in, and reads the chips of the user's projects with all their values. @returns what could not be read. */
export async function readBack(
  baseUrl: string,
  account: { username: string; password: string },
  send: typeof fetch = fetch,
): Promise<string[]> {
  const { access_token } = await createClient({ baseUrl, fetch: send }).login({ body: account });
  const clientOf = (projectId?: string): Client =>
    createClient({ baseUrl, fetch: send, token: () => access_token, projectId: () => projectId });
  const { projects } = await clientOf().listProjects();
  const problems: string[] = [];
  for (const { project_id, name } of projects.slice(0, mostProjects))
    try {
      const api = clientOf(project_id);
      for (const { chip_id } of (await api.listChips()).chips) await api.getChip({ params: { chip_id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(`Project '${name}': ${error.status} ${error.detail}`);
    }
  return problems;
}
