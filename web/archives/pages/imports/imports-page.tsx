import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { importsQuery } from '../../../devices/lib/imports/queries.ts';
import {
  decisionsOf,
  importTitle,
  outcomesText,
  remarkSections,
  totalsOf,
} from '../../../devices/lib/imports/words.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { EmptyState, Notice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { PagePending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { ReportedImport } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { CollectionsCard } from './collections-card.tsx';
import styles from './imports.module.css';
import { KeptCard } from './kept-card.tsx';
import { RemarksCard } from './remarks-card.tsx';

const route = getRouteApi('/app/projects/$projectId/imports');

/** The reads that the address of the page tells. */
export const load = ({ params: { projectId } }: PageAt<'projectId'>) => [importsQuery(projectId)];

/** The reports of a project's imports from another service: the chosen one, or the latest, and a list of all. */
export function ImportsPage() {
  const { projectId } = route.useParams();
  const { import: chosen } = route.useSearch();
  const { data: imports, error } = useQuery(importsQuery(projectId));
  const project = useQuery(projectsQuery()).data?.find((row) => row.project_id === projectId);
  const breadcrumbs = [
    { label: 'Projects', to: '/projects' },
    { label: project?.name ?? 'Project', to: '/projects/$projectId', params: { projectId } },
  ];
  const shown = imports?.find(({ import_id }) => import_id === chosen) ?? imports?.[0];
  return (
    <Page title="Import reports" breadcrumbs={breadcrumbs}>
      {!imports ? (
        <PagePending error={error} what="the reports" />
      ) : !shown ? (
        <EmptyState title="No reports">
          A project that is imported from QDash has a report of what came, what was left out and what needs a decision.
        </EmptyState>
      ) : (
        <>
          {chosen !== undefined && shown.import_id !== chosen && (
            <Notice tone="warn">The report of this link is not here. This is the latest one.</Notice>
          )}
          {imports.length > 1 && <AllImports projectId={projectId} imports={imports} shown={shown.import_id} />}
          <Report shown={shown} />
        </>
      )}
    </Page>
  );
}

function Report({ shown }: { shown: ReportedImport }) {
  const { report, members_left_out: leftOut, kept_examples: examples } = shown;
  const { source, dump, since, files, collections, remarks, kept, omitted } = report;
  const totals = totalsOf(report);
  const decisions = decisionsOf(report);
  return (
    <>
      {decisions > 0 && (
        <Notice tone="warn">{plural(decisions, 'thing needs a decision', 'things need a decision')}.</Notice>
      )}
      <Card title={since === null ? `Full import from ${source}` : `Changes from ${source}`}>
        <DescriptionList
          items={[
            ['Imported', <ClockTime key="at" at={shown.imported_at} />],
            ['By', shown.imported_by],
            ['Dump', dump],
            ...(since === null ? [] : [['Changed since', <ClockTime key="since" at={since} />] as [string, ReactNode]]),
            ['Documents', `${formatCount(totals.documents)}: ${outcomesText(totals)}`],
            [
              'Files',
              `${formatCount(files.named)} named, ${formatCount(files.imported)} imported, ${formatCount(files.missing)} missing`,
            ],
          ]}
        />
        {omitted.collections + omitted.remarks + omitted.kept > 0 && (
          <p className={styles.about}>
            The report is long: {plural(omitted.remarks, 'remark')}, {plural(omitted.collections, 'collection')} and{' '}
            {plural(omitted.kept, 'file')} are in the folder {dump}-import of the import only.
          </p>
        )}
      </Card>
      {leftOut.length > 0 && (
        <Card title="Members without an account">
          <p className={styles.about}>
            They are not members of this project. When they have an account, the owner can invite them.
          </p>
          <p>{leftOut.join(', ')}</p>
        </Card>
      )}
      {shown.kept > 0 && (
        <Card title="Changed here">
          <p className={styles.about}>
            {plural(shown.kept, 'record')} changed both here and in {source}. What is here stays: compare it with{' '}
            {source}.
          </p>
          <p>{examples.join(', ')}</p>
        </Card>
      )}
      <RemarksCard {...remarkSections[0]} remarks={remarks.filter(({ kind }) => kind === 'decision')} />
      <CollectionsCard collections={collections} />
      {remarkSections.slice(1).map((section) => (
        <RemarksCard key={section.kind} {...section} remarks={remarks.filter(({ kind }) => kind === section.kind)} />
      ))}
      <KeptCard kept={kept} dump={dump} />
    </>
  );
}

function AllImports(props: { projectId: string; imports: readonly ReportedImport[]; shown: string }) {
  const columns: Column<ReportedImport>[] = [
    {
      id: 'at',
      title: 'Import',
      cell: (row) => (
        <Link
          to="/projects/$projectId/imports"
          params={{ projectId: props.projectId }}
          search={{ import: row.import_id }}
          aria-current={row.import_id === props.shown ? 'page' : undefined}
        >
          <ClockTime at={row.imported_at} />
        </Link>
      ),
    },
    { id: 'kind', title: 'Kind', cell: importTitle },
    { id: 'by', title: 'By', cell: (row) => row.imported_by },
    {
      id: 'imported',
      title: 'Documents imported',
      number: true,
      cell: (row) => formatCount(totalsOf(row.report).imported),
    },
    { id: 'decisions', title: 'Decisions', number: true, cell: (row) => formatCount(decisionsOf(row.report)) },
  ];
  return (
    <Card title="All imports">
      <DataTable
        label="All imports"
        columns={columns}
        rows={props.imports}
        tall
        rowKey={(row) => row.import_id}
        selectedKey={props.shown}
      />
    </Card>
  );
}
