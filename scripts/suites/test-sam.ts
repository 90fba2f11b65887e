/**
 * `npm run test:sam`: whether SAM finds every route and variable in what `npm run sam` gives it. SAM's own providers read the
 * template, so no Docker is needed; SAM is installed under .cache. Where it cannot be installed, the checks are skipped with the
 * reason. The last line is `N passed, N failed, N skipped`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayPath } from '#infra/constructs/api-body.ts';
import { byGroup, functionUnits } from '#infra/function-units.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { samArguments, samTemplate, samVariables, type Template } from '../emulator/lib/sam-project.ts';
import { synthesizeTemplates } from '../emulator/lib/templates.ts';
import { projectRoot } from '../tools/project-root.ts';
import { virtualEnvironment } from './lib/python.mjs';
import { countsLine } from './lib/vitest-counts.ts';

/** What SAM answers (`lib/sam_provider.py`). */
interface Read {
  routes: { methods: string[]; path: string; functionId: string }[];
  functions: Record<string, { codeUri: string; variables: Record<string, string> }>;
  options: Record<string, unknown>;
}

const endpoint = 'http://host.docker.internal:4566';
const port = 3001;

/** Each check by its name, with what is wrong. */
function problemsOf(read: Read, template: Template, files: { template: string; variables: string }) {
  const variables = JSON.parse(readFileSync(files.variables, 'utf8')) as Record<string, Record<string, string>>;
  const idOf = (group: string) =>
    Object.entries(template.Resources).find(([, { Properties }]) =>
      String(Properties?.Description).startsWith(`API, ${group}:`),
    )?.[0];
  const isFound = (method: string, path: string, group: string) =>
    read.routes.some(
      (route) => route.path === path && route.methods.includes(method) && route.functionId === idOf(group),
    );
  const units = functionUnits(byGroup);
  const unfound = units.flatMap(({ name, routes }) =>
    routes
      .filter(({ method, path }) => !isFound(method, gatewayPath(path), name))
      .map(({ operationId }) => operationId),
  );
  const otherVariables = Object.entries(variables).flatMap(([id, expected]) =>
    Object.entries(expected)
      .filter(([name, value]) => read.functions[id]?.variables[name] !== value)
      .map(([name]) => `${name} of ${id}`),
  );
  const { template_file, env_vars, ...others } = read.options;
  const wanted = { port, host: '127.0.0.1', add_host: { 'host.docker.internal': 'host-gateway' } };
  return {
    'SAM finds the route of every operation with the function of its group': [
      ...unfound,
      ...(units.length === 0 ? ['no function'] : []),
    ],
    'SAM sends what no route names to the group of health': isFound('GET', '$default', 'system') ? [] : ['$default'],
    'SAM finds the code of every function': Object.entries(read.functions)
      .filter(([, { codeUri }]) => !existsSync(join(codeUri, 'index.mjs')))
      .map(([id]) => id),
    'SAM gives every function each variable of the env file': otherVariables,
    'the env file has the table, the endpoint and the secret': [
      ...Object.entries(variables).flatMap(([id, { TABLE_NAME, AWS_ENDPOINT_URL }]) =>
        TABLE_NAME === 'deployed TABLE_NAME' && AWS_ENDPOINT_URL === endpoint ? [] : [id],
      ),
      ...(variables[idOf('auth') ?? '']?.SECRET_ID === 'deployed SECRET_ID' ? [] : ['auth']),
    ],
    'SAM takes the arguments': [
      ...(template_file === files.template && env_vars === files.variables ? [] : ['the files']),
      ...(JSON.stringify(Object.entries(others).sort()) === JSON.stringify(Object.entries(wanted).sort())
        ? []
        : [JSON.stringify(others)]),
    ],
  };
}

async function main(folder: string): Promise<number> {
  const { python, reason } = virtualEnvironment({
    ...{ root: projectRoot, name: 'sam', requirements: join(projectRoot, 'scripts/requirements/sam.txt') },
    ...{ supported: ['3.13', '3.12', '3.11', '3.10'], installSeconds: 300 },
  });
  if (!python) {
    console.log(`The checks are skipped: ${reason}`);
    console.log(countsLine({ passed: 0, failed: 0, skipped: 1 }));
    return 0;
  }
  await bundleFunctions(await functionEntries());
  const templates = await synthesizeTemplates('local', folder);
  const service = templates.find((file) => file.endsWith('service.template.json')) ?? '';
  const synthesized = JSON.parse(readFileSync(service, 'utf8')) as Template;
  const template = samTemplate(synthesized, { AWS_ENDPOINT_URL: endpoint });
  const files = { template: join(folder, 'sam.template.json'), variables: join(folder, 'sam.env.json') };
  writeFileSync(files.template, JSON.stringify(template));
  const variables = samVariables(template, (name) => `deployed ${name}`);
  writeFileSync(files.variables, JSON.stringify(variables));
  const [, , ...options] = samArguments(files, port);
  const program = join(projectRoot, 'scripts/suites/lib/sam_provider.py');
  const answer = execFileSync(python, [program, files.template, files.variables, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SAM_CLI_TELEMETRY: '0', AWS_ACCESS_KEY_ID: 'emulator', AWS_SECRET_ACCESS_KEY: 'emulator' },
    maxBuffer: 50_000_000,
  });
  const problems = Object.entries(problemsOf(JSON.parse(answer) as Read, template, files));
  for (const [name, wrong] of problems)
    console.log(wrong.length === 0 ? `ok    ${name}` : `FAILED ${name}: ${wrong.slice(0, 5).join(', ')}`);
  const failed = problems.filter(([, wrong]) => wrong.length > 0).length;
  console.log(countsLine({ passed: problems.length - failed, failed, skipped: 0 }));
  return failed === 0 ? 0 : 1;
}

const folder = await mkdtemp(join(tmpdir(), 'fiducial-test-sam-'));
try {
  process.exitCode = await main(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
