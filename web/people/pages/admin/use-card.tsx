import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFixed } from '#shared/values/rules/cell/quantity.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import { countText } from '../../../ui/lib/format/usage.ts';
import { type ProjectUse, projectUses, sortedUses } from '../../lib/project-use.ts';
import { peoplePageSize, projectUseQuery, useDays } from '../../lib/queries.ts';
import { FoundCard } from './found-card.tsx';

/** What projects used and about what it costs, the most expensive first. */
export function UseCard() {
  const [each, setEach] = useState<'sum' | 'day'>('sum');
  const [sort, setSort] = useState('-cost');
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(projectUseQuery());
  const uses = data && sortedUses(projectUses(data, each), sort);
  return (
    <FoundCard
      title="Use of projects"
      note={`The last ${useDays} days in UTC, at list prices of AWS, without storage. Counts are a lower bound.`}
      what="rows"
      fields={
        <Segmented
          label="Rows"
          value={each}
          options={[
            { value: 'sum', label: 'Days in sum' },
            { value: 'day', label: 'Each day' },
          ]}
          onChange={(chosen) => {
            setEach(chosen);
            setPage(1);
          }}
        />
      }
      rows={uses?.slice((page - 1) * peoplePageSize, page * peoplePageSize)}
      total={uses?.length}
      error={error}
      page={page}
      onPage={setPage}
      none="No project used anything"
      table={(rows) => (
        <DataTable
          bare
          label="Use of projects by cost"
          columns={each === 'day' ? [...named, day, ...counted] : [...named, ...counted]}
          rows={rows}
          rowKey={(row) => `${row.project.project_id} ${row.day ?? ''}`}
          sort={sort}
          onSort={setSort}
        />
      )}
    />
  );
}

/** A number of fixed digits; one that would be 0 says what it is below. */
function above(value: number, digits: number): string {
  const least = 10 ** -digits;
  return value > 0 && value < least / 2 ? `<${formatFixed(least, digits)}` : formatFixed(value, digits);
}

const named: Column<ProjectUse>[] = [
  { id: 'project', title: 'Project', sortable: true, wrap: true, cell: ({ project }) => project.name },
  { id: 'owner', title: 'Owner', sortable: true, cell: ({ project }) => project.owner_username },
];

const day: Column<ProjectUse> = { id: 'day', title: 'Day', sortable: true, cell: (use) => use.day };

const number = (id: string, title: string, text: (use: ProjectUse) => string): Column<ProjectUse> => ({
  ...{ id, title, number: true, sortable: true },
  cell: text,
});

const counted: Column<ProjectUse>[] = [
  number('reads', 'Read units', (use) => countText(Math.round(use.read_units))),
  number('writes', 'Write units', (use) => countText(Math.round(use.write_units))),
  number('seconds', 'Functions (s)', (use) => above(use.compute_seconds, 1)),
  number('bytes', 'Bodies (MB)', (use) => above(use.bytes / 1e6, 1)),
  number('cost', 'Cost (USD)', (use) => above(use.dollars, 2)),
  number('share', 'Share (%)', (use) => above(use.share * 100, 1)),
];
