import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/project-root.ts';
import { emulatorAccount, emulatorRegion } from './ministack.ts';

const execute = promisify(execFile);
const programs = join(projectRoot, 'node_modules/.bin');

/** Time limit of one CDK command in an emulator, where an unsupported resource would hang it forever, and images may be pulled. */
const cdkTimeoutSeconds = 900;

/** The stacks of an emulator. */
export const emulatorStacks = ['data', 'service'] as const;

/** This machine's, for functions that run in Docker. */
export const ownArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';

/** Variables of a process, or outputs of a stack. */
export type Variables = Record<string, string>;

/** The caller's variables without AWS credentials, with `node_modules/.bin` first in PATH, plus the given ones. */
function environment(more: Variables): NodeJS.ProcessEnv {
  const { AWS_PROFILE: _profile, AWS_SESSION_TOKEN: _token, ...own } = process.env;
  return { ...withPrograms(own), ...more };
}

const withPrograms = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...variables,
  PATH: [programs, process.env.PATH].join(delimiter),
});

/** Points every AWS client to the emulator. */
export const emulatorVariables = (endpoint: string): Variables => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: emulatorAccount,
  AWS_SECRET_ACCESS_KEY: 'emulator',
  AWS_REGION: emulatorRegion,
  CDK_DEFAULT_ACCOUNT: emulatorAccount,
  CDK_DEFAULT_REGION: emulatorRegion,
  // No name of a bucket resolves before the name of an emulator.
  CDK_S3_FORCE_PATH_STYLE: '1',
});

/** Runs the caller's command in the terminal. @returns its exit code, 1 if it was killed. */
export async function runCommand(program: string, args: string[], variables: Variables): Promise<number> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit', env: environment(variables) });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** The CDK CLI against one emulator or account. */
export interface Cdk {
  /** Creates what CDK itself needs. */
  bootstrap(): Promise<void>;
  /** Writes the templates of all stacks. @returns their folder, an app for `deploy`. */
  synthesize(): Promise<string>;
  /**
   * Deploys `data` and `service`.
   * @param app replaces the app of cdk.json.
   * @returns the outputs of both.
   */
  deploy(app?: string): Promise<Variables>;
}

/**
 * The CDK CLI for an emulator, or without an endpoint for the caller's account; a failed command throws CDK's own message.
 * @param folder for assemblies and outputs; the caller removes it.
 * @param context overrides of the environment's defaults; the environment is `local` by default.
 * @param root folder of the app; by default this checkout.
 */
export function cdkAt(endpoint: string | undefined, folder: string, context: Variables = {}, root = projectRoot): Cdk {
  const name = context.environment ?? 'local';
  const env = endpoint === undefined ? withPrograms(process.env) : environment(emulatorVariables(endpoint));
  const assembly = join(folder, 'assembly');
  const cdk = async (...args: string[]): Promise<void> => {
    console.log(`cdk ${args[0]} ...`);
    const settings = Object.entries({ ...context, environment: name });
    const common = [
      ...settings.flatMap(([name, value]) => ['--context', `${name}=${value}`]),
      ...['--output', assembly],
    ];
    const options = {
      cwd: root,
      env,
      timeout: endpoint === undefined ? 0 : cdkTimeoutSeconds * 1000,
      maxBuffer: 50_000_000,
    };
    await execute('cdk', [...args, ...common], options).catch((error) => {
      throw new Error(`cdk ${args[0]} failed:\n${error.stdout}\n${error.stderr}`);
    });
  };
  return {
    bootstrap: () => cdk('bootstrap', `aws://${emulatorAccount}/${emulatorRegion}`),
    synthesize: async () => {
      await cdk('synth', '--quiet');
      return assembly;
    },
    deploy: async (app) => {
      const outputs = join(folder, 'outputs.json');
      const chosen = app === undefined ? [] : ['--app', app];
      await cdk('deploy', ...emulatorStacks, '--require-approval', 'never', '--outputs-file', outputs, ...chosen);
      const stacks = JSON.parse(await readFile(outputs, 'utf8')) as Record<string, Variables>;
      return { ...stacks[`fiducial-${name}-data`], ...stacks[`fiducial-${name}-service`] };
    },
  };
}
