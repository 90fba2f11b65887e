import { useQuery } from '@tanstack/react-query';
import { AreaField, SelectField, TextField } from '../../ui/components/field.tsx';
import { Card } from '../../ui/components/page.tsx';
import { allChipsQuery } from '../../ui/lib/api/queries.ts';
import { claimTimeoutOf, type FlowDraft } from '../lib/draft.ts';
import styles from './flows.module.css';

/** What a flow is besides its source. */
export function FlowSettings(props: {
  draft: FlowDraft;
  /** The problem with the parameters. */
  problem: string | undefined;
  isReadOnly: boolean;
  /** A worker runs it. */
  isWorkers: boolean;
  change: (part: Partial<FlowDraft>) => void;
}) {
  const { draft, change, isReadOnly } = props;
  const claimTimeout = claimTimeoutOf(draft.claimTimeout);
  const chips = useQuery(allChipsQuery());
  const ids = [...new Set([...(chips.data?.map((chip) => chip.chip_id) ?? []), draft.chipId])].sort();
  return (
    <Card title="Settings">
      <div className={styles.fields}>
        <AreaField
          label="Description"
          rows={2}
          maxLength={2000}
          readOnly={isReadOnly}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <SelectField
          label="Chip"
          hint="A run can choose another"
          disabled={isReadOnly}
          value={draft.chipId}
          onChange={(event) => change({ chipId: event.target.value })}
        >
          {ids.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Tags"
          hint="Separated by commas. Runs carry them"
          readOnly={isReadOnly}
          value={draft.tags}
          autoComplete="off"
          onChange={(event) => change({ tags: event.target.value })}
        />
        <AreaField
          label="Default parameters"
          optional
          rows={5}
          code
          spellCheck={false}
          hint="JSON. A run can override them"
          problem={props.problem}
          readOnly={isReadOnly}
          value={draft.parameters}
          onChange={(event) => change({ parameters: event.target.value })}
        />
        {props.isWorkers && (
          <TextField
            label="Wait for a worker (s)"
            hint="A run that no worker picks up by then fails"
            inputMode="numeric"
            problem={claimTimeout.ok ? undefined : claimTimeout.message}
            readOnly={isReadOnly}
            value={draft.claimTimeout}
            autoComplete="off"
            onChange={(event) => change({ claimTimeout: event.target.value })}
          />
        )}
      </div>
    </Card>
  );
}
