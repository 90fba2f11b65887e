import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { parseWallClock, wallClock } from '#shared/kernel/rules/calendar.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { Button } from '../../../ui/components/button.tsx';
import { DialogBody, DialogForm } from '../../../ui/components/dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { Fold } from '../../../ui/components/fold.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api, errorText, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { MetricsConfig, Target, TargetKind } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { elementKind } from '../../../ui/lib/url/element-kind.ts';
import { farText } from '../../../values/lib/metrics/far-values.ts';
import { listedMetrics } from '../../../values/lib/metrics/listed-metrics.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { isUnranked } from '../../../values/lib/metrics/metric-rows.ts';
import { metricsOf } from '../../../values/lib/metrics/target-metrics.ts';
import {
  isEmptyEntry,
  mostEntries,
  readEntry,
  refusedEntry,
  type ValueEntry,
} from '../../../values/lib/metrics/value-entries.ts';
import styles from './set-values.module.css';
import { ValueEntryTable } from './value-entry-table.tsx';

export interface SetValuesProps {
  chipId: string;
  kind: TargetKind;
  target: Target;
  config: MetricsConfig;
  /** What the page is about: its row is in sight. */
  display: MetricDisplay;
  onClose: () => void;
}

type Problems = Readonly<Record<string, { field: 'value' | 'error'; problem: string }>>;

/** A row for each metric: the current value, and a field for a new one. Only filled fields are sent, in one request. */
export function SetValuesForm({ chipId, kind, target, config, display: about, onClose }: SetValuesProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const [now] = useState(() => wallClock(new Date().toISOString(), timeZone));
  const [entries, setEntries] = useState<Readonly<Record<string, ValueEntry>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [isFuture, setFuture] = useState(false);
  // Far values that were asked about once: the next press sets them.
  const [asked, setAsked] = useState('');
  const tables = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) tables.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const refuse = (found: Problems) => {
    setProblems(found);
    setRefusals((count) => count + 1);
  };
  const groups = groupsOf(metricsOf([target], config, kind), listedOf(config, kind), about);
  const filled = groups.flatMap(({ rows }) => rows).filter(({ key }) => !isEmptyEntry(entries[key]));
  const far = filled.flatMap((display) => farText(display, entries[display.key] ?? nothing, target) ?? []);
  const isAsked = far.length > 0 && asked === far.join();
  const save = useMutation({
    mutationFn: (body: Parameters<typeof api.updateCalibrationParameters>[0]['body']) =>
      api.updateCalibrationParameters({ body }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      if (wordsOf(saved, filled).length === 0) onClose();
      const [only, ...others] = filled;
      if (only && others.length === 0)
        await navigate({
          to: kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target',
          params: { chipId, target: target.qid },
          search: { metric: only.key, kind: elementKind(kind) },
          replace: true,
        });
    },
    onError: (error) => {
      const refused = refusedEntry(errorText(error));
      if (refused) refuse({ [refused.metric]: { field: 'value', problem: refused.problem } });
    },
  });
  const submit = (form: FormData) => {
    const read = filled.map((display) => ({
      key: display.key,
      ...readEntry(display, entries[display.key] ?? nothing),
    }));
    const at = parseWallClock(textOf(form, 'calibrated_at'), timeZone) ?? null;
    const isTooLate = at !== null && Date.parse(at) > Date.now();
    setFuture(isTooLate);
    refuse(Object.fromEntries(read.flatMap((one) => (one.ok ? [] : [[one.key, one]]))));
    if (isTooLate || read.some(({ ok }) => !ok)) return;
    if (far.length > 0 && !isAsked) {
      setAsked(far.join());
      return;
    }
    const parameters = Object.fromEntries(
      read.flatMap((one) => (one.ok ? [[one.key, { ...one.stored, calibrated_at: at }]] : [])),
    );
    save.mutate({ chip_id: chipId, qid: target.qid, kind, parameters, reason: textOf(form, 'reason') || null });
  };
  if (save.data)
    return (
      <DialogBody
        actions={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Notice tone="warn">
          {wordsOf(save.data, filled).map(({ about, words }) => (
            <div key={about}>
              <span>{about}</span>
              <ul>
                {words.map((word) => (
                  <li key={word}>{word}</li>
                ))}
              </ul>
            </div>
          ))}
        </Notice>
      </DialogBody>
    );
  const isRefusalAtField = save.error !== null && refusedEntry(errorText(save.error)) !== undefined;
  const over = filled.length - mostEntries;
  return (
    <DialogForm
      action={filled.length === 0 ? 'Set values' : `Set ${plural(filled.length, 'value')}${isAsked ? ' anyway' : ''}`}
      busy={save.isPending}
      disabled={filled.length === 0 || over > 0}
      onCancel={onClose}
      onSubmit={submit}
    >
      <div ref={tables} className={styles.tables}>
        {groups.map(({ title, rows, isOpen }) => {
          // What was folded over it comes into sight.
          const isRefused = rows.some(({ key }) => problems[key]);
          const table = (
            <ValueEntryTable
              label={title}
              target={target}
              rows={rows}
              entries={entries}
              problems={problems}
              onEnter={(metric, entry) => {
                setEntries({ ...entries, [metric]: entry });
                setProblems({ ...problems, [metric]: undefined } as Problems);
              }}
            />
          );
          if (groups.length === 1 || title === 'Values') return <div key={title}>{table}</div>;
          return (
            <Fold
              key={isRefused ? `${title} ${refusals}` : title}
              summary={`${title} (${rows.length})`}
              className={styles.fold}
              opened={isOpen || isRefused}
            >
              {table}
            </Fold>
          );
        })}
      </div>
      {over > 0 && <Notice tone="warn">{`At most ${mostEntries} values at once: clear ${over}`}</Notice>}
      <div className={styles.row}>
        <TextField
          label={`Measured at (${timeZone})`}
          name="calibrated_at"
          type="datetime-local"
          step="1"
          defaultValue={now}
          problem={isFuture ? 'Must not be in the future' : undefined}
          required
        />
        <TextField label="Reason" name="reason" maxLength={500} optional hint="Kept in the history with each value" />
      </div>
      {isAsked && (
        <Notice tone="warn">
          <span role="alert">Ten times the current value, or a tenth of it. Nothing is set yet:</span>
          <ul>
            {far.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!isRefusalAtField && <ErrorNotice error={save.error} />}
      {Object.values(problems).some(Boolean) && (
        <Notice tone="bad">Nothing was set. What you typed is kept: see the marked fields</Notice>
      )}
    </DialogForm>
  );
}

const nothing: ValueEntry = { value: '', error: '' };

const listedOf = (config: MetricsConfig, kind: TargetKind): MetricDisplay[] =>
  Object.keys(listedMetrics(config, kind)).map((key) => displayOf(config, kind, key));

/** The groups of the page: ranked metrics, others, and those without a value. */
function groupsOf(present: readonly MetricDisplay[], listed: readonly MetricDisplay[], about: MetricDisplay) {
  const known = new Set(present.map(({ key }) => key));
  const isAbout = ({ key }: MetricDisplay) => key === about.key;
  const absent = listed.filter(({ key }) => !known.has(key));
  const all = [...known, ...absent.map(({ key }) => key)].includes(about.key) ? absent : [about, ...absent];
  return [
    { title: 'Values', rows: present.filter((one) => !isUnranked(one)) },
    { title: 'Settings', rows: present.filter(isUnranked) },
    { title: 'Without a value', rows: all },
  ]
    .filter(({ rows }) => rows.length > 0)
    .map((group) => ({ ...group, isOpen: group.rows.some(isAbout) }));
}

/** The notices about values that were set. */
function wordsOf({ remarks, current }: ResponseBody<'updateCalibrationParameters'>, set: readonly MetricDisplay[]) {
  const older = set.filter(({ key }) => current[key] === false);
  const remarked = set.flatMap(({ key, title }) => {
    const remark = remarks[key];
    return remark ? [`${title}: ${remark.reason}`] : [];
  });
  return [
    { about: 'Saved, and it counts. Remarks:', words: remarked },
    { about: 'Saved in the history. A newer value still counts of:', words: older.map(({ title }) => title) },
  ].filter(({ words }) => words.length > 0);
}
