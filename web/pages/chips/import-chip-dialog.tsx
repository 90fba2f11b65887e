import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { DescriptionList } from '../../components/page.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey } from '../../lib/api/queries.ts';
import type { ImportResult } from '../../lib/api/wire.ts';
import {
  type DocumentKind,
  type ReadDocument,
  readDocument,
  suggestChipId,
} from '../../lib/browser/device-documents.ts';
import { plural } from '../../lib/format/words.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-chip-dialog.module.css';

type Documents = Record<DocumentKind, { name: string; document: Record<string, unknown> } | undefined>;
type JsonValue = Parameters<typeof api.importChip>[0]['body']['documents']['conf'];

const kinds: readonly [DocumentKind, string][] = [
  ['conf', 'Configuration (conf)'],
  ['props', 'Properties (props)'],
];

/** Imports the published calibration of a device from its two documents and says what came in. */
export function ImportChipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Import a chip"
      description="Takes an IBM device's configuration and properties. Importing into an existing chip adds to its history."
      open={open}
      onClose={onClose}
      wide
    >
      <ImportFlow onClose={onClose} />
    </Dialog>
  );
}

function ImportFlow({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [documents, setDocuments] = useState<Documents>({ conf: undefined, props: undefined });
  const [problems, setProblems] = useState<string[]>([]);
  const [chipId, setChipId] = useState('');
  const run = useMutation({
    mutationFn: (body: { chip_id: string; conf: JsonValue; props: JsonValue }) =>
      api.importChip({
        body: { format: 'ibm', chip_id: body.chip_id, documents: { conf: body.conf, props: body.props } },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectKey() }),
  });
  const take = async (files: File[]) => {
    const read = await Promise.all(files.map(async (file) => readDocument(file.name, await file.text())));
    const next = merge(documents, read);
    setDocuments(next);
    setProblems(read.flatMap((file) => ('problem' in file ? [`${file.name} ${file.problem}`] : [])));
    run.reset();
    if (chipId === '')
      setChipId(suggestChipId([next.conf, next.props].flatMap((file) => (file ? [file.document] : []))));
  };
  if (run.data) return <ImportOutcome result={run.data} onClose={onClose} />;
  const { conf, props } = documents;
  return (
    <DialogForm
      action="Import"
      busy={run.isPending}
      disabled={!conf || !props}
      onCancel={onClose}
      onSubmit={() => {
        // Both came out of JSON.parse.
        if (conf && props)
          run.mutate({ chip_id: chipId, conf: conf.document as JsonValue, props: props.document as JsonValue });
      }}
    >
      <FileDrop onFiles={(files) => void take(files)} />
      <ul className={styles.files}>
        {kinds.map(([kind, title]) => (
          <li key={kind}>
            <span>{title}</span>
            <span className={documents[kind] ? undefined : styles.missing}>{documents[kind]?.name ?? 'not yet'}</span>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <Notice tone="bad">
          {problems.map((problem) => (
            <span key={problem}>{problem}</span>
          ))}
        </Notice>
      )}
      <TextField
        label="Chip id"
        name="chip_id"
        value={chipId}
        maxLength={64}
        required
        autoComplete="off"
        hint="Suggested from the device's name"
        onChange={(event) => setChipId(event.target.value)}
      />
      <ErrorNotice error={run.error} />
    </DialogForm>
  );
}

function merge(documents: Documents, read: readonly ReadDocument[]): Documents {
  const next = { ...documents };
  for (const file of read) if ('kind' in file) next[file.kind] = { name: file.name, document: file.document };
  return next;
}

function ImportOutcome({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Link to="/chips/$chipId" params={{ chipId: result.chip_id }} className={buttonClass()}>
            Open the chip
          </Link>
          <Link to="/dashboard" search={{ chip: result.chip_id }} className={buttonClass({ variant: 'primary' })}>
            Open the map
          </Link>
        </>
      }
    >
      <Notice tone="good">
        <span>
          {result.created ? `Chip '${result.chip_id}' was created` : `Chip '${result.chip_id}' was updated`} with{' '}
          {plural(result.values, 'value')}.
        </span>
      </Notice>
      <DescriptionList
        items={[
          ['Qubits', result.qubits],
          ['Couplings', result.couplings],
          ['Values', result.values],
          ['Faulty', result.faulty],
          ['Missing', result.missing],
          ['Unchanged', result.unchanged],
        ]}
      />
      {result.warnings.length > 0 && (
        <Notice tone="warn">
          <strong>{plural(result.warnings.length, 'warning')}</strong>
          <ul className={styles.warnings}>
            {result.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </DialogBody>
  );
}
