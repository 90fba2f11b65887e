import { invalid, type ServiceError } from '../../kernel/errors.ts';
import type { RunPlan } from '../../runs/rules/plan.ts';
import type { ChipLayout } from '../rules/chip-layout.ts';
import { parseFlow } from '../rules/parse-document.ts';
import { type FlowProblem, problemSentence } from '../rules/problems.ts';
import { resolvePlan } from '../rules/resolve-plan.ts';
import { type RunRequest, readRunRequest, readTaskOverrides } from '../rules/run-request.ts';
import type { FlowSource } from './read-flow.ts';

/** What a managed source comes to. Without a chip there is no plan, though nothing may be wrong. */
export interface PlannedFlow {
  request: RunRequest | undefined;
  plan: RunPlan | undefined;
  problems: FlowProblem[];
}

/**
 * Reads a managed source with the parameters of a run (those of the flow with those of the request over them) and
 * resolves it on the chip that these name, else on the flow's own.
 */
export async function planFlow(
  source: Pick<FlowSource, 'code' | 'defaultRunParameters'>,
  given: { parameters: Record<string, unknown>; path: string; chipId: string | undefined },
  layoutOf: (chipId: string) => Promise<ChipLayout>,
): Promise<PlannedFlow> {
  const { document, problems } = parseFlow(source.code);
  if (!document) return { request: undefined, plan: undefined, problems };
  const read = readRunRequest(document, given.parameters, given.path);
  const defaults = readTaskOverrides(document, source.defaultRunParameters, 'default_run_parameters');
  const wrong = [...read.problems, ...defaults.problems];
  const chipId = read.request.chipId ?? given.chipId;
  if (wrong.length > 0 || chipId === undefined) return { request: read.request, plan: undefined, problems: wrong };
  const resolved = resolvePlan(document, await layoutOf(chipId), read.request, defaults.overrides);
  return { request: read.request, plan: resolved.plan, problems: resolved.problems };
}

/** The refusal of a flow that has problems: the first in its sentence, each with its line. */
export function refusedFlow(what: string, problems: readonly FlowProblem[]): ServiceError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return invalid(
    `${what}: ${first ? problemSentence(first) : ''}${more}`,
    problems.map((problem) => ({ path: bodyPath(problem), message: problemSentence(problem) })),
  );
}

/** Problems with a place, or with nothing more exact, are in the body's `code`; others in the field that they name. */
const bodyPath = ({ place, path }: FlowProblem): string => {
  if (!place && path) return `body.${path}`;
  return path ? `body.code.${path}` : 'body.code';
};
