import { join } from 'node:path';
import { type Engine, openEngine } from '#local/engine/engine.ts';
import { enginePackage, installedProgram } from '#local/engine/engine-package.ts';
import { thisHost } from '#local/engine/host.ts';

/** Path of the embedded engine's program among the project's packages; undefined where npm has installed none. */
export function engineBinary(): string | undefined {
  const wanted = enginePackage(process.platform, process.arch);
  return wanted && installedProgram(wanted);
}

/** Starts the engine that `npm start` starts, with its data in a file of the embedded engine. */
export const startEngine = (databaseFile: string): Promise<Engine> =>
  openEngine({ databaseFile, dynamodbLocalFolder: join(databaseFile, '..', 'dynamodb-local') }, thisHost, (line) =>
    process.stderr.write(`${line}\n`),
  );
