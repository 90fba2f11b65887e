import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#shared/api/client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { LeaveGuard } from '../../../ui/components/leave-guard.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { topologiesQuery } from '../../../ui/lib/api/chip-queries.ts';
import { projectKey, topologyQuery, useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import {
  draftOf,
  draftOfTopology,
  hasProblem,
  layoutOfDraft,
  savedCouplings,
  type TopologyDraft,
  withToggled,
} from '../../lib/topology/draft.ts';
import { shapeOf } from '../../lib/topology/shapes.ts';
import { CouplingEditor } from './coupling-editor.tsx';
import { DraftFields } from './draft-fields.tsx';
import { firstFields, ShapeForm } from './shape-form.tsx';
import { StartFrom } from './start-from.tsx';
import styles from './topology-page.module.css';

const route = getRouteApi('/app/topologies/new');
const breadcrumbs = [{ label: 'Chips', to: '/chips' }];

function firstDraft(): TopologyDraft {
  const made = shapeOf(firstFields);
  if ('problems' in made) throw new Error('the first shape can be drawn');
  return draftOf(made.shape);
}

/** The reads that the address of the page tells. */
export const load = ({ search: { from } }: PageAt<never, { from?: string | undefined }>) => [
  topologiesQuery(),
  ...(from === undefined ? [] : [topologyQuery(from)]),
];

/** Makes a topology of any shape, or one that begins as another, and a chip of it (rules MAP-20, MAP-21 and MAP-23). */
export function NewTopologyPage() {
  const { from } = route.useSearch();
  const begun = useQuery({ ...topologyQuery(from ?? ''), enabled: from !== undefined });
  if (from === undefined) return <TopologyEditor first={firstDraft()} />;
  if (begun.data) return <TopologyEditor key={from} first={draftOfTopology(begun.data)} />;
  return (
    <Page title="New topology" breadcrumbs={breadcrumbs}>
      <Pending what={`topology '${from}'`} error={begun.error} />
    </Page>
  );
}

function TopologyEditor({ first }: { first: TopologyDraft }) {
  const [draft, setDraft] = useState(first);
  const [byCouplings, setByCouplings] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const change = (next: TopologyDraft) => {
    setDraft(next);
    setChanged(true);
  };
  return (
    <Page title="New topology" breadcrumbs={breadcrumbs}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Card title="Shape">
            <ShapeForm onShape={(shape) => change(draftOf(shape))} />
            <StartFrom onTopology={(topology) => change(draftOfTopology(topology))} />
          </Card>
          <Card title="Map">
            <CouplingEditor
              draft={draft}
              byCouplings={byCouplings}
              onToggle={(a, b) => change(withToggled(draft, a, b))}
            />
          </Card>
        </div>
        <div className={styles.stack}>
          <Card title="Qubits and couplings">
            <DraftFields
              draft={draft}
              onDraft={change}
              byCouplings={byCouplings}
              onByCouplings={(chosen) => {
                setByCouplings(chosen);
                setChanged(true);
              }}
            />
          </Card>
          <Card title="Save">
            <SaveForm draft={draft} byCouplings={byCouplings} isChanged={isChanged} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** Saves the topology, and creates a chip of it where that has an id. Both may be sent again: the same topology changes nothing. */
function SaveForm(props: { draft: TopologyDraft; byCouplings: boolean; isChanged: boolean }) {
  const { draft, byCouplings, isChanged } = props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const readOnly = useReadOnlyReason();
  const [chipId, setChipId] = useState('');
  const [name, setName] = useState('');
  const saved = useMutation({
    mutationFn: () => api.createTopology({ body: bodyOf(draft, byCouplings, name.trim()) }),
  });
  const created = useMutation({
    mutationFn: async () => {
      const topology = await saved.mutateAsync();
      if (chipId.trim() === '') return undefined;
      return api.createChip({ body: { chip_id: chipId.trim(), topology_id: topology.id } });
    },
    onSuccess: async (chip) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      if (chip) await navigate({ to: '/chips/$chipId', params: { chipId: chip.chip_id } });
    },
  });
  const problem = hasProblem(draft) ? 'A field has a problem' : undefined;
  // A refusal after the topology was saved concerns the chip.
  const chipProblem = saved.isSuccess && created.error instanceof ApiError ? created.error.detail : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && readOnly === undefined && !created.isPending) created.mutate();
      }}
    >
      <LeaveGuard
        isActive={isChanged && !created.isPending && !created.isSuccess}
        name="this topology"
        stay="Stay to save it."
      />
      <TextField
        label="Chip id"
        maxLength={64}
        optional
        hint="Empty: the topology is saved alone"
        autoComplete="off"
        value={chipId}
        problem={chipProblem}
        onChange={(event) => {
          setChipId(event.target.value);
          created.reset();
        }}
      />
      <TextField
        label="Name of the topology"
        optional
        maxLength={500}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ErrorNotice error={chipProblem === undefined ? created.error : undefined} />
      {created.isSuccess && created.data === undefined && saved.data && (
        <Notice tone="good">
          Saved as '{saved.data.id}'. <i>Edit…</i> on the page of a chip gives it to that chip.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={created.isPending} disabledReason={readOnly ?? problem}>
          {created.isPending ? 'Working…' : chipId.trim() === '' ? 'Save the topology' : 'Save and create the chip'}
        </Button>
      </div>
    </form>
  );
}

function bodyOf(draft: TopologyDraft, byCouplings: boolean, name: string) {
  const { layoutType, qubits } = layoutOfDraft(draft, byCouplings);
  return {
    layout_type: layoutType,
    qubits,
    couplings: savedCouplings(draft),
    ...(draft.shape.directed && { directed: true }),
    ...(name !== '' && { name }),
    ...(draft.lines.length > 0 && { readout_lines: draft.lines.map((line) => [...line]) }),
  };
}
