import { Link } from '@tanstack/react-router';
import { Card } from '../../../ui/components/page.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import type { Project } from '../../../ui/lib/api/wire.ts';

/** The way to the reports of imports from another service, for a project that has one. */
export function ImportCard({ project }: { project: Project }) {
  const { project_id: projectId, import_reported_at: at } = project;
  if (at === null) return null;
  return (
    <Card title="Import from another service">
      <p>
        The latest import was <RelativeTime at={at} />.{' '}
        <Link to="/projects/$projectId/imports" params={{ projectId }}>
          See what came, what was left out and what needs a decision
        </Link>
      </p>
    </Card>
  );
}
