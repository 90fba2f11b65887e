import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CompilerFormat } from '#shared/devices/rules/export/compiler/format-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { DialogBody } from '../../../ui/components/dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import {
  contentOf,
  contentText,
  type HandedFile,
  type HandedPart,
  handOverQuery,
  missingFrom,
} from '../../lib/exports/hand-over.ts';
import styles from './hand-over.module.css';
import { HandedValues } from './handed-values.tsx';

const mostHours = 876_000;

/** The file of a chip or of a part of it: first what is in it and what is not, then copy and download. */
export function HandOverFile(props: {
  chipId: string;
  part: HandedPart;
  format: CompilerFormat;
  asOf: string | undefined;
  /** The limit of age that is proposed. */
  withinHours: number | undefined;
  onClose: () => void;
  /** Fields above the limit of age. */
  children: ReactNode;
}) {
  const { chipId, part, format, asOf } = props;
  const [typed, setTyped] = useState(String(props.withinHours ?? ''));
  const [copied, setCopied] = useState<string>();
  const hours = Number(typed);
  const isWrong = typed.trim() !== '' && !(Number.isInteger(hours) && hours >= 1 && hours <= mostHours);
  const withinHours = typed.trim() === '' || isWrong ? undefined : hours;
  const query = useQuery({
    ...handOverQuery({ chipId, format, asOf, withinHours, ...part }),
    placeholderData: keepPreviousData,
    enabled: !isWrong,
  });
  const file = query.error ? undefined : query.data;
  // The file is what is shown: neither is old while the other is on its way.
  const wait = isWrong
    ? 'The limit of age is not valid'
    : file && !query.isPlaceholderData
      ? undefined
      : 'The file is on its way';
  const copy = async (text: string) => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done ? text : '');
  };
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={props.onClose}>Close</Button>
          <Button disabledReason={wait} onClick={() => file && void copy(contentOf(file))}>
            Copy
          </Button>
          <Button
            variant="primary"
            disabledReason={wait}
            onClick={() => file && downloadText(file.filename, contentOf(file), 'text/plain;charset=utf-8')}
          >
            Download
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {props.children}
        <TextField
          label="Limit of age (hours)"
          inputMode="numeric"
          optional
          value={typed}
          hint="Older values are left out"
          problem={isWrong ? `A whole number from 1 to ${mostHours}` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {file ? <Content file={file} /> : <Pending error={query.error} what="the file" />}
      {file && copied !== undefined && (
        <Notice tone={copied === contentOf(file) ? 'good' : 'warn'}>
          {copied === contentOf(file)
            ? 'Copied.'
            : copied === ''
              ? 'This browser does not allow copying here: download the file.'
              : 'The file has changed since it was copied.'}
        </Notice>
      )}
    </DialogBody>
  );
}

function Content({ file }: { file: HandedFile }) {
  const { missing, unsupported } = missingFrom(file);
  const { values, simulated_values: simulated } = file;
  const stale = values.filter(({ state }) => state === 'stale').length;
  return (
    <>
      <div role="status" className={styles.summary}>
        <p>
          <strong>{contentText(file)}</strong>
        </p>
        {stale > 0 && (
          <p>
            {plural(stale, 'value')} of the table {stale === 1 ? 'is' : 'are'} stale.
          </p>
        )}
        {simulated > 0 && (
          <p>
            {plural(simulated, 'value')} of these targets {simulated === 1 ? 'was' : 'were'} simulated.
          </p>
        )}
      </div>
      {file.format === 'python' && <code className={styles.list}>{file.text?.trimEnd()}</code>}
      <Lines title="Not in the file" lines={missing} />
      {unsupported.length > 0 && (
        <details>
          <summary>No place in this format ({unsupported.length})</summary>
          <Lines lines={unsupported} />
        </details>
      )}
      {values.length > 0 && <HandedValues values={values} />}
    </>
  );
}

function Lines({ title, lines }: { title?: string; lines: readonly string[] }) {
  if (lines.length === 0) return title ? <p>Nothing is missing.</p> : null;
  return (
    <section aria-label={title ?? 'No place in this format'}>
      {title && <h3 className={styles.title}>{title}</h3>}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
