import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScheduleTable } from '../../schedules/components/schedule-table.tsx';
import { schedulesQuery } from '../../schedules/lib/queries.ts';
import { buttonClass } from '../../ui/components/button.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';

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
