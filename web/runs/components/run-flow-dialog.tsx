import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { formFields } from '../../flows/lib/form-fields.ts';
import {
  type Entered,
  parameterFields,
  problemsByField,
  readParameters,
  refusalsBy,
  selectionOf,
  taskFields,
  withLimits,
} from '../../flows/lib/parameters.ts';
import { flowQuery, flowsQuery } from '../../flows/lib/queries.ts';
import { buttonClass } from '../../ui/components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../ui/components/dialog.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { allChipsQuery, projectKey } from '../../ui/lib/api/queries.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';
import { startRunText } from '../../ui/lib/format/words.ts';
import { holderInTheWay } from '../lib/lock.ts';
import { qubitText } from '../lib/qubit-list.ts';
import { lockKey, lockQuery } from '../lib/queries.ts';
import { queueQuery } from '../lib/queue-queries.ts';
import { standardUnitOf } from '../lib/standard-parameters.ts';
import { LockNotice } from './lock-notice.tsx';
import { ParameterInputs } from './parameter-inputs.tsx';
import { QueuedStart } from './queued-start.tsx';
import { RunPreview } from './run-preview.tsx';
import { TargetChoice } from './target-choice.tsx';
import { useRunPreview } from './use-run-preview.ts';

interface RunFlowProps {
  flowName: string | undefined;
  chipId: string | undefined;
  /** The qubits that it begins with, for a flow that takes them. */
  qubits?: readonly string[] | undefined;
  onClose: () => void;
}

/** Starts a run: which flow, on which chip, with which parameters. Leads to the page of the run. */
export function RunFlowDialog({ open, ...props }: RunFlowProps & { open: boolean }) {
  return (
    <Dialog title={startRunText} open={open} onClose={props.onClose} wide>
      <ChooseFlow {...props} />
    </Dialog>
  );
}

function ChooseFlow({ flowName, chipId, qubits, onClose }: RunFlowProps) {
  const flows = useQuery(flowsQuery());
  const [chosen, setChosen] = useState(flowName);
  const name = chosen ?? flows.data?.[0]?.name;
  const flow = useQuery({ ...flowQuery(name ?? ''), enabled: name !== undefined });
  if (flows.data?.length === 0)
    return (
      <DialogBody
        actions={
          <Link to="/flows" search={{ open: 'new' }} className={buttonClass({ variant: 'primary' })}>
            Create a flow
          </Link>
        }
      >
        <p>No flows yet. Create one from a template: it says which tasks run on which targets.</p>
      </DialogBody>
    );
  if (!flows.data || !flow.data) return <Pending error={flows.error ?? flow.error} what="flows" />;
  const names = [...new Set([...flows.data.map((one) => one.name), flow.data.name])];
  return (
    <StartForm
      // Another flow has other parameters, so entries for the last one are discarded.
      key={flow.data.name}
      flow={flow.data}
      chipId={chipId}
      qubits={qubits ?? []}
      onClose={onClose}
      choice={
        <SelectField
          label="Flow"
          value={flow.data.name}
          hint={flow.data.description || undefined}
          onChange={(event) => setChosen(event.target.value)}
        >
          {names.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      }
    />
  );
}

function StartForm(props: {
  flow: Flow;
  chipId: string | undefined;
  qubits: readonly string[];
  choice: React.ReactNode;
  onClose: () => void;
}) {
  const { flow } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [chipId, setChipId] = useState(props.chipId ?? flow.chip_id);
  const [entered, setEntered] = useState<Entered>({});
  const [advanced, setAdvanced] = useState('');
  const [only, setOnly] = useState(flow.runner === 'managed' ? qubitText(props.qubits) : '');
  const [without, setWithout] = useState('');
  const [keepsValues, setKeepsValues] = useState(false);
  const plain = parameterFields(flow.default_parameters, standardUnitOf(flow.runner)).filter(
    (field) => field.name !== 'chip_id',
  );
  // The defaults, before anything is entered.
  const standing = useRunPreview(flow, chipId, withChip({}, chipId, flow)).data;
  const own = withLimits(plain, standing?.run_parameters ?? []);
  const ofTasks = standing?.form
    ? formFields({ ...standing, form: standing.form }, own)
    : taskFields(standing?.run_parameters ?? [], own);
  const fields = [...own, ...ofTasks];
  const read = readParameters(fields, entered, advanced);
  const parameters = read.ok
    ? withChip(
        { ...(keepsValues && { simulated_values: 'keep' }), ...selectionOf(only, without), ...read.parameters },
        chipId,
        flow,
      )
    : undefined;
  const preview = useRunPreview(flow, chipId, parameters);
  const found = problemsByField(preview.data?.problems ?? [], [
    'qids',
    'exclude_qids',
    ...fields.map(({ name }) => name),
  ]);
  const holder = holderInTheWay(useQuery(lockQuery()).data, chipId);
  const queue = useQuery(queueQuery()).data;
  // During another run a start waits in the queue. If the lock is free by the time of the request, it starts at once.
  const waits = holder !== undefined;
  const start = useMutation({
    mutationFn: async (body: { parameters: Record<string, unknown> }) => {
      const input = { params: { name: flow.name }, body };
      return waits ? api.queueFlow(input) : api.executeFlow(input);
    },
    onSuccess: async ({ execution_id: executionId }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      props.onClose();
      if (executionId !== null) await navigate({ to: '/execution/$executionId', params: { executionId } });
      else if (holder) await navigate({ to: '/execution/$executionId', params: { executionId: holder.execution_id } });
    },
    // Another run took the lock first: the next press of the button queues.
    onError: () => queryClient.invalidateQueries({ queryKey: lockKey() }),
  });
  return (
    <DialogForm
      action={waits ? 'Queue the run' : 'Start the run'}
      busy={start.isPending}
      disabled={
        parameters === undefined ||
        preview.data?.valid === false ||
        (waits && (queue?.waiting.length ?? 0) >= QUEUE_LIMIT)
      }
      onCancel={props.onClose}
      onSubmit={() => parameters && start.mutate({ parameters })}
    >
      {props.choice}
      <ChipChoice
        value={chipId}
        onChange={(chosen) => {
          setChipId(chosen);
          // What was confirmed for one chip is not for another.
          setKeepsValues(false);
        }}
      />
      {flow.runner === 'managed' && (
        <TargetChoice
          flowName={flow.name}
          chipId={chipId}
          selection={props.qubits}
          only={only}
          without={without}
          problems={{ only: found.of('qids'), without: found.of('exclude_qids') }}
          onOnly={setOnly}
          onWithout={setWithout}
        />
      )}
      {flow.runner !== 'managed' && props.qubits.length > 0 && (
        <p>This flow is a worker's and takes its own qubits: {props.qubits.join(', ')} are not passed on.</p>
      )}
      <ParameterInputs
        fields={own}
        taskFields={ofTasks}
        entered={entered}
        advanced={advanced}
        problems={read.ok ? refusalsBy(fields, found.allOf) : read.problems}
        onEnter={(name, value) => setEntered({ ...entered, [name]: value })}
        onAdvanced={setAdvanced}
      />
      <RunPreview
        flow={flow}
        chipId={chipId}
        parameters={parameters}
        preview={preview}
        problems={found.others}
        keepsValues={keepsValues}
        onKeepValues={setKeepsValues}
      />
      <LockNotice chipId={chipId} meanwhile="You can queue this run." />
      <QueuedStart />
      <ErrorNotice error={start.error} />
    </DialogForm>
  );
}

/** Names the chip if it is not the flow's own, or if the flow's defaults name another. */
const withChip = (parameters: Record<string, unknown>, chipId: string, flow: Flow): Record<string, unknown> =>
  chipId === (flow.default_parameters.chip_id ?? flow.chip_id) ? parameters : { chip_id: chipId, ...parameters };

function ChipChoice({ value, onChange }: { value: string; onChange: (chipId: string) => void }) {
  const chips = useQuery(allChipsQuery());
  const ids = [...new Set([...(chips.data?.map((chip) => chip.chip_id) ?? []), value])].sort();
  return (
    <SelectField label="Chip" value={value} onChange={(event) => onChange(event.target.value)}>
      {ids.map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </SelectField>
  );
}
