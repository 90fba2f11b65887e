import { useQuery } from '@tanstack/react-query';
import { WayOn } from '../../../chips/components/way-on.tsx';
import { AuditCard } from '../../../projects/components/audit/audit-card.tsx';
import { systemAudit } from '../../../projects/lib/audit/audits.ts';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { meQuery } from '../../../ui/lib/api/queries.ts';
import { PeopleCard } from './people-card.tsx';
import { ProjectsCard } from './projects-card.tsx';
import { UseCard } from './use-card.tsx';

/** What a system administrator does for others: all users and projects, what projects use, and the audit. */
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
      <UseCard />
      <AuditCard of={systemAudit} />
    </Page>
  );
}
