import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationId, routeList, routes } from '#shared/api/routes.ts';
import { leftOut } from './left-out.ts';

/** A public method of a client, and the operation that it calls; none where it only computes. */
export interface ClientMethod {
  name: string;
  call: { method: string; path: string } | undefined;
}

/** The outcome of a method: the operation that serves it, or why there is none. */
export type Served = ClientMethod & { operationId?: string | undefined; reason?: string | undefined };

/** The methods of a client, from its list alongside this file. */
export function methodsOf(client: 'python' | 'typescript'): ClientMethod[] {
  const text = readFileSync(join(import.meta.dirname, 'operations', `${client}.txt`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', method = '', path = ''] = line.split(' ');
      return { name, call: method === '-' ? undefined : { method, path } };
    });
}

/** Parameters of a path may have other names. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

const byCall = new Map(routeList.map((route) => [`${route.method} ${shapeOf(route.path)}`, route.operationId]));

/** Why a call is left out; undefined where no one has said so. */
export function reasonOf({ method, path }: { method: string; path: string }): string | undefined {
  const found = Object.keys(leftOut).find((place) => {
    const [prefix = '', only] = place.split(' ').reverse();
    return (only === undefined || only === method) && (path === prefix || path.startsWith(`${prefix}/`));
  });
  return found && leftOut[found];
}

/** The outcome of every method of a client. */
export const served = (client: 'python' | 'typescript'): Served[] =>
  methodsOf(client).map((one) => {
    if (!one.call) return one;
    const operationId = byCall.get(`${one.call.method} ${shapeOf(one.call.path)}`);
    return { ...one, operationId, reason: operationId ? undefined : reasonOf(one.call) };
  });

/** The version of QDash's Python client that `npm run test:clients` installs. */
export const pythonClientVersion =
  /^qdash-client==(.+)$/m.exec(readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8'))?.[1] ?? '';

/** Operations that the clients of these versions do not call: QDash's main branch has them, and no release was known on this day. */
export const laterOperations = [
  'getCalibrationPipelineCatalog',
  'validateCalibrationPipeline',
  'executeCalibrationPipeline',
  'checkExecutionAvailability',
] as const satisfies readonly OperationId[];

/** The day on which the promise was checked last. */
const checkedOn = '27 November 2026';

/** The version of QDash whose TypeScript client is listed in `operations/typescript.txt`. */
export const typescriptClientVersion = '1.8.35';

/** `docs/compatibility.md`: every method of both clients, with what serves it or why nothing does. */
export function compatibilityPage(): string {
  const python = served('python');
  const typescript = served('typescript');
  return `# Clients of QDash

Every public method of QDash's published Python client (\`qdash-client\` ${pythonClientVersion}) and every operation of the TypeScript client of
QDash ${typescriptClientVersion}, with the operation that answers it. The promise of ${checkedOn} is of these two versions. Other versions are not tested: a client
that calls what these do not call may get 404.

Flow files and tasks of QDash 1.8.35 run unchanged in the Python package: [Run flows of QDash](qdash-flows.md) lists what is supported.

The shapes that are kept, and where we differ, are in [design/compatibility.md](design/compatibility.md). A test writes this page from the lists of both clients
(\`test/clients/operations\`) and the registry, and fails where it is another:

\`\`\`sh
npx vitest run --project=unit test/unit/docs/compatibility.test.ts -u   # writes it again
npm run test:clients                                                    # calls every method of the Python client
npx vitest run --project=api test/api/clients                           # calls every operation of the TypeScript client
\`\`\`

| Client | Methods | Answered | Left out |
|---|---|---|---|
| Python | ${counts(python)} |
| TypeScript | ${counts(typescript)} |

A script that logs in with a password has a token for 12 hours; one that runs longer takes a named API token
(\`POST /auth/tokens\`), which lasts 90 days or as long as you say.

\`re_execute_execution\` is not a method of \`qdash-client\` 1.9.20 any more. \`POST /executions/{execution_id}/re-execute\` still answers
older clients, which call it.

## Later operations

QDash's main branch has these on ${checkedOn}, later than both versions. They are answered as QDash describes them there, with
the differences of [design/compatibility.md](design/compatibility.md#differences); no published client was tested.

| Operation | Call |
|---|---|
${laterOperations.map((id) => `| \`${id}\` | \`${routes[id].method} ${routes[id].path}\` |`).join('\n')}

\`POST /admin/config/reload\` answers that nothing was cleared, since the service has no configuration files. QDash's plan of parallel
cross-resonance groups (\`GenerateCRSchedule\`), \`mode\` and \`max_parallel_ops\` have no effect on the simulator, which says so in
\`unused\`. The states of a reservation of hardware are not answered: a project has one run at a time, and
\`check-availability\` says which one.

## Pipelines

\`POST /calibration-pipelines/execute\` runs a list of steps, as QDash has them: \`OneQubitCheck\`, \`CustomOneQubit\`,
\`TwoQubitCalibration\` and others (\`GET /calibration-pipelines/catalog\`).

\`\`\`json
{"chip_id": "torino", "spec": {
  "name": "coherence",
  "targets": {"qids": ["0", "1", "2"]},
  "steps": [
    {"type": "OneQubitCheck"},
    {"type": "FilterByStatus"},
    {"type": "FilterByMetric", "metric": "t1", "threshold": 20},
    {"type": "CustomOneQubit", "step_name": "echo", "tasks": ["CheckT2Echo"]}
  ]}}
\`\`\`

It is one run, with a stage for each calibration step. \`FilterByStatus\` keeps the qubits whose tasks in the latest one-qubit step all
completed. \`FilterByMetric\` keeps those whose metric, in the latest one-qubit step that measures it, is at least \`threshold\`, in the
unit in which the task measures it. All later stages skip the other qubits and their couplings; each skipped result says why.

\`POST /calibration-pipelines/validate\` answers every problem with its place (\`steps[2].metric\`) and, under \`unused\`, what the backend does
not use. On another \`backend_name\` than \`simulator\`, a worker runs the pipeline that has announced a flow named \`calibration_pipeline\` with the
parameter \`spec\`.

## Left out

| Method of the Python client | Call | Why |
|---|---|---|
${python.filter(isLeftOut).map(leftOutRow).join('\n')}

| Operation of the TypeScript client | Call | Why |
|---|---|---|
${typescript.filter(isLeftOut).map(leftOutRow).join('\n')}

## Python

| Method | Call | Answered by |
|---|---|---|
${python
  .filter((one) => !isLeftOut(one))
  .map(servedRow)
  .join('\n')}

## TypeScript

| Operation | Call | Answered by |
|---|---|---|
${typescript
  .filter((one) => !isLeftOut(one))
  .map(servedRow)
  .join('\n')}
`;
}

const isLeftOut = ({ call, operationId }: Served): boolean => call !== undefined && operationId === undefined;

function counts(methods: readonly Served[]): string {
  const missing = methods.filter(isLeftOut).length;
  return `${methods.length} | ${methods.length - missing} | ${missing}`;
}

const callOf = ({ call }: Served): string => (call ? `\`${call.method} ${call.path}\`` : '');

const leftOutRow = (one: Served): string => `| \`${one.name}\` | ${callOf(one)} | ${one.reason ?? ''} |`;

const servedRow = (one: Served): string =>
  `| \`${one.name}\` | ${callOf(one)} | ${one.operationId ? `\`${one.operationId}\`` : 'the client itself'} |`;
