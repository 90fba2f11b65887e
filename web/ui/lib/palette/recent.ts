import { projectValue } from '../api/session.ts';
import type { Command } from './context.ts';

const stored = projectValue('fiducial.palette');

/** How many commands are remembered. */
const mostRecent = 6;

/** The commands that were chosen last in the current project, the latest first. */
export const recentCommands = (): Command[] => read(stored.get());

export function rememberCommand(command: Command): void {
  const others = recentCommands().filter(({ key }) => key !== command.key);
  stored.set(JSON.stringify([command, ...others].slice(0, mostRecent)));
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
function read(text: string | undefined): Command[] {
  if (text === undefined) return [];
  try {
    const commands: unknown = JSON.parse(text);
    return Array.isArray(commands) && commands.every((one) => isCommand(one)) ? commands : [];
  } catch {
    return [];
  }
}

function isCommand(value: unknown): value is Command {
  const { key, label, action } = (value ?? {}) as Partial<Command>;
  if (typeof key !== 'string' || typeof label !== 'string' || typeof action !== 'object' || action === null)
    return false;
  return 'go' in action ? typeof action.go?.to === 'string' : Array.isArray(action.measure?.qubits);
}
