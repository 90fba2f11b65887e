import { useState } from 'react';
import { type Entered, otherValueFields, readParameters, valueFields } from '../../../flows/lib/parameters.ts';
import { ValueInputs } from '../../../runs/components/parameter-inputs.tsx';
import { ReExecuteForm } from '../../../runs/components/re-execute-form.tsx';
import { CheckField } from '../../../ui/components/field.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';

/** The changed run parameters, and the values to begin from; everything else is as the chip has it now. */
export function MeasureAgainForm({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const [entered, setEntered] = useState<Entered>({});
  const [isReconfigured, setIsReconfigured] = useState(false);
  const inputs = otherValueFields(task.input_parameters);
  const read = readParameters(inputs, entered, '');
  return (
    <ReExecuteForm
      action="Measure again"
      chipId={task.chip_id}
      fields={valueFields(task.run_parameters)}
      choice={{ label: 'New values become current', initially: task.update_params }}
      start={(run, isCurrent) =>
        api.reExecuteTaskResult({
          params: { task_id: task.task_id },
          body: {
            parameter_overrides: { run, input: read.ok ? read.parameters : {} },
            update_params: isCurrent,
            // The tick is the choice that a chip with real values requires (rule SIM-2).
            ...(isCurrent && { simulated_values: 'keep' as const }),
            reconfigure: isReconfigured,
          },
        })
      }
      disabled={!read.ok}
      onClose={onClose}
    >
      <ValueInputs
        legend="Start from other values"
        fields={inputs}
        entered={entered}
        problems={read.ok ? [] : read.problems}
        onEnter={(name, value) => setEntered({ ...entered, [name]: value })}
      />
      <CheckField
        label="Configure the control electronics first"
        checked={isReconfigured}
        onChange={(event) => setIsReconfigured(event.target.checked)}
      />
    </ReExecuteForm>
  );
}
