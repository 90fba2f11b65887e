import { execFile } from 'node:child_process';
import { projectRoot } from '../../tools/project-root.ts';

export interface NpmOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

const outputLimitBytes = 64 * 1024 * 1024;

/** Runs npm in the project's folder. A failure is a result; only an npm that cannot start throws. */
export function npm(args: readonly string[]): Promise<NpmOutcome> {
  return new Promise((done, failed) => {
    const options = { cwd: projectRoot, maxBuffer: outputLimitBytes };
    execFile('npm', [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') done({ code, stdout, stderr });
      else failed(error);
    });
  });
}
