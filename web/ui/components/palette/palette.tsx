import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { noteDestination } from '../../../notes/lib/destination.ts';
import { eventTarget } from '../../../notes/lib/event-text.ts';
import { noteSearchQuery } from '../../../notes/lib/queries.ts';
import { searchQueryOf } from '../../../notes/lib/search.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { commandsFor } from '../../lib/palette/commands.ts';
import { type Command, goCommand, type PaletteAction } from '../../lib/palette/context.ts';
import { paletteField } from '../../lib/palette/field.ts';
import { recentCommands, recentFirst, rememberCommand } from '../../lib/palette/recent.ts';
import { SearchList } from '../search-list.tsx';
import type { Navigation } from '../shell/navigation.ts';
import styles from './palette.module.css';
import { usePaletteContext } from './use-palette-context.ts';

/** Finds a target, a run, a page, a chip, a flow or a note by typed text, and leads there. */
export function Palette(props: {
  navigation: Navigation;
  timeZone: string;
  open: boolean;
  /** What was typed, also before this was loaded. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  onMeasure: (start: { chipId: string; qubits: readonly string[] }) => void;
}) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className="visually-hidden">Find</Dialog.Title>
          <Commands {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ navigation, timeZone, text, onText, onClose, onMeasure }: Parameters<typeof Palette>[0]) {
  const navigate = useNavigate();
  const context = usePaletteContext(navigation, timeZone);
  const notes = useFoundNotes(text, timeZone);
  // The recent choices at the time when the palette opened.
  const recent = useMemo(recentCommands, []);
  const wanted = text.trim();
  const found = wanted === '' ? [...recent, ...commandsFor('', context)] : commandsFor(wanted, context);
  const act = (action: PaletteAction) => {
    if ('measure' in action) onMeasure(action.measure);
    else
      void navigate({
        to: action.go.to,
        params: (action.go.params ?? {}) as never,
        search: (action.go.search ?? {}) as never,
      });
  };
  const choose = (command: Command) => {
    rememberCommand(command);
    onClose();
    act(command.action);
  };
  const shown = recentFirst(unique([...found, ...notes]), recent);
  return (
    <SearchList
      {...paletteField}
      text={text}
      onText={onText}
      empty="Nothing of this name"
      options={shown.map((command) => ({
        key: command.key,
        label: command.label,
        group: recent.some(({ key }) => key === command.key) ? 'Recent' : command.group,
        choose: () => choose(command),
      }))}
    />
  );
}

function unique(commands: readonly Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.key, command])).values()];
}

/** Shortest text that notes are searched for: two letters are in too many. */
const shortestSearch = 3;
const mostNotes = 5;

/** Notes with these words, and the page that has all of them. */
function useFoundNotes(text: string, timeZone: string): Command[] {
  const q = useDebouncedValue(text.trim(), 200);
  const isLong = q.length >= shortestSearch;
  const found = useQuery({ ...noteSearchQuery(searchQueryOf({ q }, timeZone)), enabled: isLong });
  if (!isLong || q !== text.trim()) return [];
  const events = (found.data?.events ?? []).filter(({ action }) => action === 'upsert').slice(0, mostNotes);
  return [
    ...events.map((event) =>
      goCommand('Notes', `${eventTarget(event)}: ${firstLine(event.content)}`, noteDestination(event)),
    ),
    goCommand('Notes', `Search the notes for “${q}”`, { to: '/notes', search: { q } }),
  ];
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
