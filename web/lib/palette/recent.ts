import { currentProject } from '../api/session.ts';
import { storedValue } from '../browser/stored-value.ts';
import type { Command } from './context.ts';

const stored = storedValue('fiducial.palette');

/** How many commands are remembered. */
const mostRecent = 6;

interface Remembered {
  projectId: string;
  commands: Command[];
}

/** The commands that were chosen last in the current project, the latest first. */
export function recentCommands(): Command[] {
  const remembered = read(stored.get());
  return remembered !== undefined && remembered.projectId === currentProject.get() ? remembered.commands : [];
}

export function rememberCommand(command: Command): void {
  const projectId = currentProject.get();
  if (projectId === undefined) return;
  const others = recentCommands().filter(({ key }) => key !== command.key);
  const next: Remembered = { projectId, commands: [command, ...others].slice(0, mostRecent) };
  stored.set(JSON.stringify(next));
}

/** Commands with those that were chosen lately first, in their order. */
export function recentFirst(commands: readonly Command[], recent: readonly Command[]): Command[] {
  const place = ({ key }: Command) => {
    const at = recent.findIndex((one) => one.key === key);
    return at === -1 ? recent.length : at;
  };
  return commands.toSorted((a, b) => place(a) - place(b));
}

/** What another version of the pages or another hand has written is nothing. */
function read(text: string | undefined): Remembered | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Remembered> | null;
    const commands = value?.commands;
    const isWhole =
      typeof value?.projectId === 'string' && Array.isArray(commands) && commands.every((one) => isCommand(one));
    return isWhole ? (value as Remembered) : undefined;
  } catch {
    return undefined;
  }
}

function isCommand(value: unknown): value is Command {
  const { key, label, action } = (value ?? {}) as Partial<Command>;
  if (typeof key !== 'string' || typeof label !== 'string' || typeof action !== 'object' || action === null)
    return false;
  return 'go' in action ? typeof action.go?.to === 'string' : Array.isArray(action.measure?.qubits);
}
