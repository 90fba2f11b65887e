import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { ScheduleTable } from '../../components/schedules/schedule-table.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { schedulesQuery } from '../../lib/schedules/queries.ts';

const shown = 5;

export const schedulesOfCardQuery = (name: string) => schedulesQuery(name, 0, shown);

/** The schedules of a flow that fire next, and the way to all of them and to a new one. */
export function SchedulesCard({ name }: { name: string }) {
  const list = useQuery(schedulesOfCardQuery(name));
  const readOnly = useReadOnlyReason();
  const total = list.data?.total ?? 0;
  return (
    <Card title="Schedules">
      {!list.data ? (
        <Pending error={list.error} what="schedules" />
      ) : total === 0 ? (
        <p>No schedules yet</p>
      ) : (
        <ScheduleTable schedules={list.data.schedules} ofOne />
      )}
      <p>
        {total > 0 && (
          <Link to="/schedules" search={{ flow: name }}>
            {total > shown ? `All ${total} schedules` : 'Show them'}
          </Link>
        )}
        {readOnly === undefined && (
          <>
            {' '}
            <Link to="/schedules" search={{ flow: name, open: 'new' }} className={buttonClass({ small: true })}>
              Schedule this flow
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
