import { useQuery } from '@tanstack/react-query';
import { AuditCard } from '../../components/audit/audit-card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { WayOn } from '../../components/way-on.tsx';
import { meQuery } from '../../lib/api/queries.ts';
import { systemAudit } from '../../lib/audit/audits.ts';
import { PeopleCard } from './people-card.tsx';
import { ProjectsCard } from './projects-card.tsx';

/** What a system administrator does for others: all users and projects, and the audit. */
export function AdminPage() {
  const me = useQuery(meQuery());
  if (!me.data) return <Pending error={me.error} what="your profile" />;
  if (me.data.system_role !== 'admin')
    return (
      <Page title="Admin">
        <EmptyState title="For administrators">Ask an administrator of this service to register users.</EmptyState>
        <WayOn />
      </Page>
    );
  return (
    <Page title="Admin">
      <PeopleCard me={me.data} />
      <ProjectsCard me={me.data} />
      <AuditCard of={systemAudit} />
    </Page>
  );
}
