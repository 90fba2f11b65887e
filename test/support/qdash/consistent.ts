import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import type { Doc } from './dump/fields.ts';

/** How long before the end of a task QDash dates its outputs, in this dump. */
const beforeEndMs = 2000;

/**
 * The documents of a dump as QDash writes them: an output names its task and run, a qubit or a direction of a coupling
 * has the newest output of each metric, and a chip of a built-in topology has its couplings.
 */
export function consistent(documents: readonly [collection: string, doc: Doc][]): [collection: string, doc: Doc][] {
  const results = documents.map(([collection, doc]): [string, Doc] =>
    collection === 'task_result_history'
      ? [collection, { ...doc, output_parameters: outputsOf(doc) }]
      : [collection, doc],
  );
  const newest = newestOutputs(results);
  return [...results, ...couplingsOfTopologies(documents)].map(([collection, doc]) => {
    const own = collection === 'qubit' || collection === 'coupling' ? newest.get(keyOf(doc, collection)) : undefined;
    if (collection !== 'qubit' && collection !== 'coupling') return [collection, doc];
    return [collection, { ...doc, data: { ...named(doc.data as Doc), ...(doc.username === 'anna' && own) } }];
  });
}

/** Both directions of each coupling of a chip with a built-in topology, which QDash makes with the chip. */
function couplingsOfTopologies(documents: readonly [collection: string, doc: Doc][]): [collection: string, doc: Doc][] {
  const chips = documents.flatMap(([collection, doc]) => (collection === 'chip' ? [doc] : []));
  return chips.flatMap(({ _id, project_id, chip_id, username, topology_id, note, system_info }) =>
    (generateTopology(String(topology_id))?.couplings ?? []).flatMap(([a, b]) =>
      [`${a}-${b}`, `${b}-${a}`].map((qid): [string, Doc] => [
        'coupling',
        { ...{ _id, project_id, chip_id, username, qid, status: 'pending', data: {} }, note, system_info },
      ]),
    ),
  );
}

function outputsOf({ output_parameters, end_at, task_id, execution_id }: Doc): Doc {
  const calibrated_at = end_at instanceof Date ? new Date(end_at.getTime() - beforeEndMs) : end_at;
  return Object.fromEntries(
    Object.entries(output_parameters as Doc).map(([parameter_name, model]) => [
      parameter_name,
      typeof model === 'object' ? { ...model, parameter_name, task_id, execution_id, calibrated_at } : model,
    ]),
  );
}

/** Parameters with their names in them. */
const named = (data: Doc): Doc =>
  Object.fromEntries(
    Object.entries(data).map(([parameter_name, model]) => [
      parameter_name,
      typeof model === 'object' ? { ...model, parameter_name } : model,
    ]),
  );

const keyOf = ({ project_id, chip_id, qid }: Doc, type: unknown): string =>
  JSON.stringify([project_id, chip_id, type, qid]);

/** Outputs by target, the latest start of each metric; of bare numbers QDash has no time. */
function newestOutputs(documents: readonly [collection: string, doc: Doc][]): Map<string, Doc> {
  const newest = new Map<string, Doc>();
  const done = documents.flatMap(([name, doc]) =>
    name === 'task_result_history' && doc.status === 'completed' && doc.excluded !== true ? [doc] : [],
  );
  for (const doc of done.toSorted((a, b) => Number(a.start_at) - Number(b.start_at))) {
    const outputs = Object.entries(doc.output_parameters as Doc).filter(
      ([, model]) => typeof model === 'object' && !Array.isArray((model as Doc).value),
    );
    const key = keyOf(doc, doc.task_type);
    newest.set(key, { ...newest.get(key), ...Object.fromEntries(outputs) });
  }
  return newest;
}
