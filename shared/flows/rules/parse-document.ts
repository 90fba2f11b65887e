import type { Node } from 'yaml';
import type { FlowDocument, FlowStage } from './document.ts';
import { type FlowProblem, inSourceOrder } from './problems.ts';
import { readStage } from './read-stage.ts';
import { readSharedParameters, readTargets } from './read-values.ts';
import { pathTo, YamlReader } from './yaml-reader.ts';

/** Most stages of a flow. */
const STAGE_LIMIT = 50;

/** Most problems that are reported at once. */
const PROBLEM_LIMIT = 100;

/** Longest pause of the simulator over a batch, in seconds. */
export const PACE_LIMIT_SECONDS = 10;
/** Largest seed. */
export const SEED_LIMIT = 2 ** 31 - 1;

const keys = ['backend', 'seed', 'pace_seconds', 'parameters', 'targets', 'stages'] as const;

/** A document, or every problem that keeps the source from being one, in the order of the source. */
export type ParsedFlow = { document: FlowDocument; problems: [] } | { document: undefined; problems: FlowProblem[] };

/** Reads the source of a managed flow (docs/flows.md). Never throws, whatever the source is. */
export function parseFlow(source: string): ParsedFlow {
  const reader = new YamlReader(source);
  // What a broken source seems to say is no matter: its structure is not what was meant.
  if (reader.problems.length > 0) return { document: undefined, problems: mostUrgent(reader.problems) };
  const document = reader.root && readDocument(reader, reader.root);
  if (!reader.root)
    reader.problems.push({ place: { line: 1, column: 1 }, message: "the document needs 'stages'", path: '' });
  if (document && reader.problems.length === 0) return { document, problems: [] };
  return { document: undefined, problems: mostUrgent(reader.problems) };
}

const mostUrgent = (problems: readonly FlowProblem[]): FlowProblem[] => inSourceOrder(problems).slice(0, PROBLEM_LIMIT);

/** True for a mapping with `stages`, mistakes aside: what the service runs itself (rule FLOW-2). */
export function looksManaged(source: string): boolean {
  const reader = new YamlReader(source);
  const { root } = reader;
  return root !== undefined && reader.isMapping(root) && (reader.mapping(root, '', '')?.has('stages') ?? false);
}

function readDocument(reader: YamlReader, root: Node): FlowDocument | undefined {
  const fields = reader.fields(root, '', 'the flow', keys);
  if (!fields) return undefined;
  const targets = fields.targets && readTargets(reader, fields.targets, 'targets');
  const stages = readStages(reader, root, fields.stages).map((stage) => ({
    ...stage,
    targets: stage.targets ?? targets,
  }));
  const taskNames = new Set(stages.flatMap(({ tasks }) => tasks.map(({ name }) => name)));
  return {
    backend: readBackend(reader, fields.backend),
    seed: fields.seed && readNumber(reader, fields.seed, 'seed', { max: SEED_LIMIT, whole: true }),
    paceSeconds:
      fields.pace_seconds &&
      readNumber(reader, fields.pace_seconds, 'pace_seconds', { max: PACE_LIMIT_SECONDS, whole: false }),
    parameters: fields.parameters ? readSharedParameters(reader, fields.parameters, 'parameters', taskNames) : {},
    stages,
  };
}

function readBackend(reader: YamlReader, node: Node | undefined): string {
  if (node && reader.scalar(node) !== 'simulator')
    reader.report(node, 'backend', "backend must be 'simulator'; to drive hardware, save a flow for a worker");
  return 'simulator';
}

function readNumber(
  reader: YamlReader,
  node: Node,
  name: string,
  { max, whole }: { max: number; whole: boolean },
): number | undefined {
  const value = reader.scalar(node);
  if (typeof value === 'number' && value >= 0 && value <= max && (!whole || Number.isInteger(value))) return value;
  reader.report(node, name, `${name} must be a ${whole ? 'whole ' : ''}number from 0 to ${max}`);
  return undefined;
}

function readStages(reader: YamlReader, root: Node, node: Node | undefined): FlowStage[] {
  if (!node) {
    reader.report(root, '', "the document needs 'stages'");
    return [];
  }
  const items = reader.items(node, 'stages', 'stages', STAGE_LIMIT);
  if (items?.length === 0) reader.report(node, 'stages', 'stages needs at least one stage');
  const stages = (items ?? []).flatMap((item, index) => readStage(reader, item, pathTo('stages', index)) ?? []);
  const names = new Map<string, FlowStage>();
  for (const stage of stages) {
    const first = names.get(stage.name);
    if (first)
      reader.problems.push({
        place: stage.place,
        path: stage.path,
        message: `stage '${stage.name}' repeats the name of the stage in line ${first.place.line}`,
      });
    else names.set(stage.name, stage);
  }
  return stages;
}
