import { version } from '#shared/kernel/version.ts';
import { helpText, parseCommand } from './arguments.ts';
import { changes } from './commands/changes.ts';
import { chips } from './commands/chips.ts';
import { compareQdash } from './commands/compare-qdash.ts';
import { exportChip } from './commands/export-chip.ts';
import { exportProject } from './commands/export-project.ts';
import { exportRows } from './commands/export-rows.ts';
import { flows } from './commands/flows.ts';
import { health } from './commands/health.ts';
import { importDevice } from './commands/import.ts';
import { importProject } from './commands/import-project.ts';
import { login, logout } from './commands/login.ts';
import { patch } from './commands/patch.ts';
import { completionScript } from './completion.ts';
import { Failure } from './failure.ts';
import { callOperation } from './operations/call.ts';
import { findOperation } from './operations/find.ts';
import { allOperationsHelp } from './operations/help.ts';

/**
 * Runs one command line and returns the exit code: 0 for success, else one of `exitCodes`.
 * @throws only for a bug in the program.
 */
export async function main(args: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  try {
    await run(args, env);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

async function run(args: readonly string[], env: Record<string, string | undefined>): Promise<void> {
  const called = findOperation(args);
  if (called) return callOperation(called, env);
  if (args[0] === 'api') return console.log(allOperationsHelp());
  if (args[0] === 'completion') return console.log(completionScript(args[1]));
  const command = parseCommand(args);
  switch (command.name) {
    case 'help':
      return console.log(helpText());
    case 'version':
      return console.log(version);
    case 'import':
      return importDevice(command, env);
    case 'import qdash':
      // Loaded here, since it reads MongoDB's formats and the shapes of all records.
      return (await import('./commands/import-qdash.ts')).importQdash(command, env);
    case 'import project':
      return importProject(command, env);
    case 'export project':
      return exportProject(command, env);
    case 'login':
      return login(command, env);
    case 'logout':
      return logout(command, env);
    case 'chips':
      return chips(command, env);
    case 'health':
      return health(command, env);
    case 'patch':
      return patch(command, env);
    case 'compare-qdash':
      return compareQdash(command, env);
    case 'changes':
      return changes(command, env);
    case 'export chip':
      return exportChip(command, env);
    case 'export rows':
      return exportRows(command, env);
    case 'flows':
      return flows(command, env);
  }
}
