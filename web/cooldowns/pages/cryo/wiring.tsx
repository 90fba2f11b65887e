import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import type { Cooldown, WiringEvent } from '../../../ui/lib/api/wire.ts';
import { blockText, firstPair, parseBlocks, type Wiring, wiringText } from '../../lib/wiring.ts';
import { wiringEventQuery, wiringEventsQuery } from '../../lib/wiring-queries.ts';
import styles from './cooldown-panel.module.css';

const CodeDiff = lazy(() =>
  import('../../../ui/components/code-editor/code-diff.tsx').then((module) => ({ default: module.CodeDiff })),
);

/** The wiring of a cool-down: the current one, its checkpoints, and the differences between two of them. */
export function WiringSection({ cooldown }: { cooldown: Cooldown }) {
  const [open, setOpen] = useState<'edit' | 'keep'>();
  const events = useQuery(wiringEventsQuery(cooldown.cooldown_id));
  const readOnly = useReadOnlyReason();
  const of = { cooldown, onClose: () => setOpen(undefined) };
  return (
    <>
      <h3>Wiring</h3>
      {cooldown.wiring_info === '' && cooldown.wiring_blocks.length === 0 ? (
        <p>Nothing recorded</p>
      ) : (
        <p className={styles.wiring}>
          {[cooldown.wiring_info, ...cooldown.wiring_blocks.map(blockText)].filter((text) => text !== '').join('\n')}
        </p>
      )}
      <div className={styles.actions}>
        <Button disabledReason={readOnly} onClick={() => setOpen('edit')}>
          Edit wiring…
        </Button>
        <Button disabledReason={readOnly} onClick={() => setOpen('keep')}>
          Keep checkpoint…
        </Button>
      </div>
      {events.data ? (
        <Checkpoints cooldown={cooldown} events={events.data} />
      ) : (
        <Pending error={events.error} what="checkpoints" />
      )}
      <EditWiringDialog {...of} open={open === 'edit'} />
      <KeepWiringDialog {...of} open={open === 'keep'} />
    </>
  );
}

function Checkpoints({ cooldown, events }: { cooldown: Cooldown; events: readonly WiringEvent[] }) {
  const [chosen, setChosen] = useState<{ from: string; to: string }>();
  const pair = chosen ?? firstPair(events.map(({ id }) => id));
  if (!pair) return <p>No checkpoints yet</p>;
  const choice = (label: string, end: 'from' | 'to') => (
    <SelectField
      label={label}
      value={pair[end]}
      onChange={(event) => setChosen({ ...pair, [end]: event.target.value })}
    >
      <option value="now">Current wiring</option>
      {events.map(({ id, comment }) => (
        <option key={id} value={id}>
          {`${id}: ${comment}`}
        </option>
      ))}
    </SelectField>
  );
  return (
    <>
      <ol className={styles.checkpoints} aria-label={`Checkpoints of ${cooldown.cooldown_id}`}>
        {events.map(({ id, comment, actor, created_at }) => (
          <li key={id} value={Number(id)}>
            {comment} ({actor}, <ClockTime at={created_at} />)
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        {choice('From checkpoint', 'from')}
        {choice('To checkpoint', 'to')}
      </div>
      <Differences cooldown={cooldown} from={pair.from} to={pair.to} />
    </>
  );
}

/** The wiring of a checkpoint, or the current one; undefined while it loads. */
function useWiring(cooldown: Cooldown, id: string): { wiring: Wiring | undefined; error: unknown } {
  const event = useQuery({ ...wiringEventQuery(cooldown.cooldown_id, id), enabled: id !== 'now' });
  if (id === 'now') return { wiring: { info: cooldown.wiring_info, blocks: cooldown.wiring_blocks }, error: null };
  const { data, error } = event;
  return { wiring: data && { info: data.wiring_info_snapshot, blocks: data.wiring_blocks_snapshot }, error };
}

function Differences({ cooldown, from, to }: { cooldown: Cooldown; from: string; to: string }) {
  const before = useWiring(cooldown, from);
  const after = useWiring(cooldown, to);
  if (!before.wiring || !after.wiring) return <Pending error={before.error ?? after.error} what="checkpoints" />;
  return (
    <Suspense fallback={null}>
      <CodeDiff
        label={`Wiring of ${cooldown.cooldown_id} with what changed`}
        from={wiringText(before.wiring)}
        to={wiringText(after.wiring)}
        language="plain"
      />
    </Suspense>
  );
}

interface OfCooldown {
  cooldown: Cooldown;
  open: boolean;
  onClose: () => void;
}

function EditWiringDialog(props: OfCooldown) {
  return (
    <Dialog
      title={`Edit the wiring of ${props.cooldown.cooldown_id}`}
      description="Save the current wiring as a checkpoint first to keep it."
      open={props.open}
      onClose={props.onClose}
      wide
    >
      <EditWiringForm {...props} />
    </Dialog>
  );
}

function EditWiringForm({ cooldown, onClose }: OfCooldown) {
  const [text, setText] = useState(() =>
    cooldown.wiring_blocks.length === 0 ? '' : JSON.stringify(cooldown.wiring_blocks, undefined, 2),
  );
  const parsed = parseBlocks(text);
  const save = useWrite(
    (form: FormData) =>
      api.updateCooldown({
        params: { cooldown_id: cooldown.cooldown_id },
        body: {
          wiring_info: String(form.get('wiring_info') ?? ''),
          wiring_blocks: 'blocks' in parsed ? parsed.blocks : undefined,
        },
      }),
    onClose,
  );
  return (
    <DialogForm
      action="Save"
      busy={save.isPending}
      disabled={'problem' in parsed}
      onCancel={onClose}
      onSubmit={(form) => save.mutate(form)}
    >
      <AreaField label="Wiring" name="wiring_info" rows={8} maxLength={10_000} defaultValue={cooldown.wiring_info} />
      <AreaField
        label="Blocks"
        code
        optional
        rows={8}
        hint="A list of JSON objects, as other clients keep them"
        problem={'problem' in parsed ? parsed.problem : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

function KeepWiringDialog(props: OfCooldown) {
  return (
    <Dialog
      title="Keep a checkpoint"
      description={`Saves the current wiring of ${props.cooldown.cooldown_id}. A checkpoint cannot be changed.`}
      open={props.open}
      onClose={props.onClose}
    >
      <KeepWiringForm {...props} />
    </Dialog>
  );
}

function KeepWiringForm({ cooldown, onClose }: OfCooldown) {
  const keep = useWrite(
    (form: FormData) =>
      api.createCooldownWiringCheckpoint({
        params: { cooldown_id: cooldown.cooldown_id },
        body: { comment: textOf(form, 'comment') },
      }),
    onClose,
  );
  return (
    <DialogForm action="Keep" busy={keep.isPending} onCancel={onClose} onSubmit={(form) => keep.mutate(form)}>
      <TextField label="Comment" name="comment" maxLength={2000} required autoComplete="off" />
      <ErrorNotice error={keep.error} />
    </DialogForm>
  );
}
