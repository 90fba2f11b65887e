import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { flowsQuery } from '../../flows/lib/queries.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { EmptyState } from '../../ui/components/notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import type { SchedulesSearch } from '../../ui/lib/url/search-types.ts';
import { ScheduleTable } from '../components/schedule-table.tsx';
import styles from '../components/schedules.module.css';
import { schedulesQuery } from '../lib/queries.ts';

const ScheduleDialog = lazy(() =>
  import('../components/schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

const route = getRouteApi('/app/schedules');
const pageSize = 50;

/** The reads that the address of the page tells. */
export const load = ({ search: { flow, page = 1 } }: PageAt<never, SchedulesSearch>) => [
  flowsQuery(),
  schedulesQuery(flow, (page - 1) * pageSize, pageSize),
];

/** Schedules of the project or of one flow, the next to fire first. */
export function SchedulesPage() {
  const { flow, open, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const flows = useQuery(flowsQuery());
  const readOnly = useReadOnlyReason();
  const list = useQuery({
    ...schedulesQuery(flow, (page - 1) * pageSize, pageSize),
    placeholderData: (previous) => previous,
  });
  const names = [...new Set([...(flows.data?.map((one) => one.name) ?? []), ...(flow === undefined ? [] : [flow])])];
  const hasFlows = names.length > 0;
  const create = (
    <Button
      variant="primary"
      disabledReason={readOnly ?? (flows.data && !hasFlows ? 'No flow to schedule yet' : undefined)}
      onClick={() => void navigate({ search: { flow, open: 'new' } })}
    >
      New schedule
    </Button>
  );
  return (
    <Page title="Schedules" actions={create}>
      {hasFlows && (
        <search className={styles.filter}>
          <SelectField
            label="Flow"
            inline
            value={flow ?? ''}
            onChange={(event) => void navigate({ search: { flow: event.target.value || undefined }, replace: true })}
          >
            <option value="">All flows</option>
            {names.sort().map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </search>
      )}
      {!list.data ? (
        <Pending error={list.error} what="schedules" />
      ) : list.data.schedules.length === 0 ? (
        <EmptyState
          title={flow === undefined ? 'No schedules yet' : `No schedule starts ${flow} yet`}
          actions={
            flow === undefined ? (
              <Link to="/flows" className={buttonClass()}>
                Go to the flows
              </Link>
            ) : (
              <Link to="/schedules" className={buttonClass()}>
                Show all schedules
              </Link>
            )
          }
        >
          A schedule starts a flow by itself, repeatedly or once.
        </EmptyState>
      ) : (
        <>
          <ScheduleTable schedules={list.data.schedules} />
          <Pager
            page={page}
            pageSize={pageSize}
            total={list.data.total ?? 0}
            what="schedules"
            onPage={(next) => void navigate({ search: { flow, page: next } })}
          />
        </>
      )}
      {hasFlows && readOnly === undefined && (
        <Suspense>
          <ScheduleDialog
            flowName={flow}
            open={open === 'new'}
            onClose={() => void navigate({ search: { flow }, replace: true })}
          />
        </Suspense>
      )}
    </Page>
  );
}
