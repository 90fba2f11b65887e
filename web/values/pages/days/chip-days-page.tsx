import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { wayToChip } from '../../../chips/components/way-to-chip.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { PagePending } from '../../../ui/components/pending.tsx';
import { chipDaysQuery } from '../../../ui/lib/api/chip-queries.ts';
import { useCalendarZone, useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { dashedDay } from '../../../ui/lib/url/days.ts';
import type { ChipDaysSearch } from '../../../ui/lib/url/search-types.ts';
import { PastPage } from '../../components/as-of/as-of.tsx';
import { ChipOnDay } from './chip-on-day.tsx';
import { DayCalendar } from './day-calendar.tsx';
import styles from './days.module.css';

const route = getRouteApi('/app/chips/$chipId/days');
const pageSize = 20;

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId }, search: { page = 1 } }: PageAt<'chipId', ChipDaysSearch>) => [
  chipDaysQuery(chipId, (page - 1) * pageSize, pageSize),
];

/** A chip as one of its days left it, and the days on which something was written. */
export function ChipDaysPage() {
  const { chipId } = route.useParams();
  const search = route.useSearch();
  const { days: page = 1 } = search;
  const [timeZone, calendarZone] = [useTimeZone(), useCalendarZone()];
  const navigate = route.useNavigate();
  const list = useQuery(chipDaysQuery(chipId, (page - 1) * pageSize, pageSize));
  const change = (next: ChipDaysSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), resetScroll: false });
  const choose = (date: string | undefined) => change({ date, page: undefined });
  const dates = (list.data?.days ?? []).map((day) => dashedDay(day.recorded_date));
  const date = search.date ?? dates[0];
  // The dashboard takes a date as a day of the zone of the pages; the end of another zone's day is an instant.
  const asOf = date && (timeZone === calendarZone ? date : calendarDay(date, calendarZone)?.end);
  // Links lead to the day that was chosen.
  const chosen = search.date && asOf;
  return (
    <PastPage at={chosen} timeZone={timeZone}>
      <Page
        title={`Days of ${chipId}`}
        breadcrumbs={wayToChip(chipId, chosen ? { as_of: chosen } : {})}
        actions={
          date !== undefined && (
            <>
              <Link to="/chips/$chipId" params={{ chipId }} search={{ as_of: asOf }} className={buttonClass()}>
                Open the overview of this day
              </Link>
              <Link to="/dashboard" search={{ chip: chipId, as_of: asOf }} className={buttonClass()}>
                Open the map of this day
              </Link>
            </>
          )
        }
      >
        {list.data && date !== undefined ? (
          <div className={styles.columns}>
            <div className={styles.choice}>
              <DateControl date={date} dates={dates} onChoose={choose} />
              <Card title="Days with changes">
                <DayCalendar days={dates} chosen={date} onChoose={choose} />
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={list.data.total ?? 0}
                  what="days"
                  onPage={(next) => change({ days: next > 1 ? next : undefined })}
                />
              </Card>
            </div>
            <ChipOnDay chipId={chipId} date={date} search={search} change={change} />
          </div>
        ) : (
          <PagePending error={list.error} what="days" />
        )}
      </Page>
    </PastPage>
  );
}

/** A date by itself, and the neighbours of it among the days of the page. */
function DateControl(props: { date: string; dates: readonly string[]; onChoose: (date: string | undefined) => void }) {
  const { date, dates, onChoose } = props;
  const timeZone = useCalendarZone();
  const [today] = useState(() => formatDate(new Date().toISOString(), timeZone));
  const before = dates.find((one) => one < date);
  const after = dates.findLast((one) => one > date);
  return (
    <div className={styles.date}>
      <TextField
        label={`Day (${timeZone})`}
        type="date"
        value={date}
        max={today}
        onChange={(event) => onChoose(event.target.value || undefined)}
      />
      <Button disabled={before === undefined} onClick={() => onChoose(before)}>
        Earlier
      </Button>
      <Button disabled={after === undefined} onClick={() => onChoose(after)}>
        Later
      </Button>
    </div>
  );
}
