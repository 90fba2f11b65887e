import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState, Notice } from '../../ui/components/notice.tsx';
import { Card, Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { Segmented } from '../../ui/components/segmented.tsx';
import { allChipsQuery } from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { EventList } from '../components/event-list.tsx';
import { eventTarget } from '../lib/event-text.ts';
import { noteSearchQuery, timelineQuery } from '../lib/queries.ts';
import { type NotesSearch, notesPageSize, searchQueryOf } from '../lib/search.ts';
import { NoteFilterField } from './note-filter-field.tsx';

const route = getRouteApi('/app/notes');

type Change = (next: NotesSearch) => void;

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, NotesSearch>) =>
  search.q === undefined && (search.chip !== undefined || (search.scope !== undefined && search.target !== undefined))
    ? [timelineQuery(search)]
    : [];

/** Everything that was noted: searched by its text, or the timeline of a chip or target. */
export function NotesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chips = useQuery(allChipsQuery());
  const change: Change = (next) => void navigate({ search: next, replace: true, resetScroll: false });
  const ids = chips.data?.map((chip) => chip.chip_id) ?? [];
  return (
    <Page title="Notes">
      <NoteFilterField search={search} chips={ids} change={change} />
      {search.q !== undefined ? (
        <Found search={search} change={change} />
      ) : chips.data ? (
        <Timeline
          search={{ ...search, chip: search.chip ?? ids[0] }}
          change={(next) => change({ ...search, ...next })}
        />
      ) : (
        <Pending error={chips.error} what="chips" />
      )}
    </Page>
  );
}

function Found({ search, change }: { search: NotesSearch; change: Change }) {
  const timeZone = useTimeZone();
  const found = useQuery({
    ...noteSearchQuery(searchQueryOf(search, timeZone)),
    placeholderData: (previous) => previous,
  });
  if (!found.data) return <Pending error={found.error} what="results" />;
  const { events, total, complete } = found.data;
  return (
    <Card
      title={`Found for “${search.q}”`}
      note={total === null ? `at least ${events.length + found.data.skip}` : `${total} found`}
    >
      {!complete && (
        <Notice tone="warn">The search stopped before the oldest entries. Narrow it by chip, target or dates.</Notice>
      )}
      {events.length === 0 ? (
        <EmptyState title="Nothing found">
          Try fewer words or other filters. New edits appear after a few seconds.
        </EmptyState>
      ) : (
        <EventList label="Search results" events={events} />
      )}
      <Pager
        page={search.page ?? 1}
        pageSize={notesPageSize}
        total={total ?? found.data.skip + events.length}
        what="entries"
        onPage={(page) => change({ ...search, page: page > 1 ? page : undefined })}
      />
    </Card>
  );
}

function Timeline({ search, change }: { search: NotesSearch; change: Change }) {
  const { chip, scope, target } = search;
  const isOfTarget = scope !== undefined && target !== undefined;
  const timeline = useQuery({
    ...timelineQuery(search),
    enabled: isOfTarget || chip !== undefined,
    placeholderData: (previous) => previous,
  });
  if (!isOfTarget && chip === undefined)
    return <EmptyState title="No chip to show">Notes belong to chips and what is in them.</EmptyState>;
  if (!timeline.data) return <Pending error={timeline.error} what="the timeline" />;
  const { events, total } = timeline.data;
  const title = isOfTarget ? eventTarget({ scope, target_id: target, extra: events[0]?.extra ?? {} }) : `chip ${chip}`;
  return (
    <Card
      title={`Timeline of ${title}`}
      note={
        <Segmented
          label="Order of the timeline"
          value={search.order ?? 'desc'}
          options={[
            { value: 'desc', label: 'Newest first' },
            { value: 'asc', label: 'Oldest first' },
          ]}
          onChange={(order) => change({ order: order === 'asc' ? 'asc' : undefined, page: undefined })}
        />
      }
    >
      {events.length === 0 ? <p>No notes yet</p> : <EventList label="Timeline" events={events} />}
      <Pager
        page={search.page ?? 1}
        pageSize={notesPageSize}
        total={total ?? timeline.data.skip + events.length}
        what="entries"
        onPage={(page) => change({ page: page > 1 ? page : undefined })}
      />
    </Card>
  );
}
