import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  enteredOf,
  givenFields,
  type ParameterField,
  parameterFields,
  problemsByField,
  readParameters,
  refusalsBy,
  selectionOf,
  taskFields,
  withLimits,
} from '../../flows/lib/parameters.ts';
import { flowQuery } from '../../flows/lib/queries.ts';
import { ParameterInputs } from '../../runs/components/parameter-inputs.tsx';
import { TargetFields } from '../../runs/components/target-fields.tsx';
import { useRunPreview } from '../../runs/components/use-run-preview.ts';
import { qubitText } from '../../runs/lib/qubit-list.ts';
import { standardUnitOf } from '../../runs/lib/standard-parameters.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';

interface ParametersProps {
  given: Readonly<Record<string, unknown>>;
  /** Undefined while the typed text cannot be read. */
  onChange: (parameters: Record<string, unknown> | undefined) => void;
}

/** With what a schedule starts its flow; drawn when it is known what the flow takes. */
export function ScheduleParameters({ flowName, ...props }: ParametersProps & { flowName: string }) {
  const flow = useQuery(flowQuery(flowName)).data;
  return flow && <OfFlow key={flow.name} flow={flow} {...props} />;
}

function OfFlow({ flow, ...props }: ParametersProps & { flow: Flow }) {
  const preview = useRunPreview(flow, flow.chip_id, {});
  if (flow.runner === 'managed' && preview.isLoading) return null;
  const own = parameterFields(flow.default_parameters, standardUnitOf(flow.runner));
  const ofTasks = preview.data?.run_parameters ?? [];
  const fields = [
    ...withLimits(givenFields(own.filter(({ name }) => name !== 'chip_id')), ofTasks),
    ...taskFields(ofTasks, own),
  ];
  return <Inputs flow={flow} known={fields} {...props} />;
}

function Inputs(props: ParametersProps & { flow: Flow; known: readonly ParameterField[] }) {
  const { flow, given } = props;
  const areTargets = flow.runner === 'managed';
  // The fields at the time when typing began.
  const [fields] = useState(props.known);
  const [typed, setTyped] = useState(() => typedOf(fields, given, areTargets));
  const [isAdvancedOpen] = useState(typed.advanced !== '');
  const read = readTyped(fields, typed);
  const preview = useRunPreview(flow, flow.chip_id, read.ok ? read.parameters : undefined);
  const refused = problemsByField(read.ok ? (preview.data?.problems ?? []) : [], [
    'qids',
    'exclude_qids',
    ...fields.map(({ name }) => name),
  ]);
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const found = readTyped(fields, next);
    props.onChange(found.ok ? found.parameters : undefined);
  };
  return (
    <>
      {areTargets && (
        <TargetFields
          only={typed.only}
          without={typed.without}
          problems={{ only: refused.of('qids'), without: refused.of('exclude_qids') }}
          onOnly={(only) => change({ only })}
          onWithout={(without) => change({ without })}
        />
      )}
      <ParameterInputs
        fields={fields}
        entered={typed.entered}
        advanced={typed.advanced}
        isAdvancedOpen={isAdvancedOpen}
        problems={read.ok ? refusalsBy(fields, refused.allOf) : read.problems}
        onEnter={(name, value) => change({ entered: { ...typed.entered, [name]: value } })}
        onAdvanced={(advanced) => change({ advanced })}
      />
    </>
  );
}

interface Typed {
  only: string;
  without: string;
  entered: Record<string, string>;
  advanced: string;
}

function typedOf(fields: readonly ParameterField[], given: ParametersProps['given'], areTargets: boolean): Typed {
  const { qids, exclude_qids: excluded, ...others } = given;
  const isTyped = (value: unknown): value is string[] => areTargets && Array.isArray(value) && value.length > 0;
  const { entered, rest } = enteredOf(fields, {
    ...(qids !== undefined && !isTyped(qids) && { qids }),
    ...(excluded !== undefined && !isTyped(excluded) && { exclude_qids: excluded }),
    ...others,
  });
  return {
    only: isTyped(qids) ? qubitText(qids) : '',
    without: isTyped(excluded) ? qubitText(excluded) : '',
    entered,
    advanced: Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '',
  };
}

function readTyped(fields: readonly ParameterField[], { only, without, entered, advanced }: Typed) {
  const read = readParameters(fields, entered, advanced);
  return read.ok ? { ...read, parameters: { ...selectionOf(only, without), ...read.parameters } } : read;
}
