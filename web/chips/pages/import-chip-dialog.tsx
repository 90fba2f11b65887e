import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type DeviceFile, readDeviceFile } from '#shared/devices/contract/files/device-file.ts';
import { importFormats } from '#shared/devices/contract/files/formats.ts';
import { dateInName, recognizeFiles } from '#shared/devices/contract/files/recognize-files.ts';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { api, type ImportBody } from '../../ui/lib/api/api.ts';
import { cooldownsQuery, projectKey } from '../../ui/lib/api/queries.ts';
import { takeHandedFiles } from '../../ui/lib/browser/handed-files.ts';
import { technologyOptions } from '../lib/technology.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-chip-dialog.module.css';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';

/** Imports the calibration of a device from its documents: what would come in is shown before it does. */
export function ImportChipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Import a chip"
      description="Takes the files of IBM, Google (Cirq), qibolab, QuAM, qubex or OQTOPUS, or an exported chip. Importing into an existing chip adds to its history."
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
  const [files, setFiles] = useState<DeviceFile[]>([]);
  const [chipId, setChipId] = useState<string>();
  const [measuredAt, setMeasuredAt] = useState('');
  const [device, setDevice] = useState('');
  const [technology, setTechnology] = useState('');
  const [cooldown, setCooldown] = useState('');
  const preview = useMutation({ mutationFn: (body: ImportBody) => api.previewChipImport({ body }) });
  const run = useMutation({
    mutationFn: (body: ImportBody) => api.importChip({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectKey() }),
  });
  const { missing: unstated, devices } = useMemo(() => recognizeFiles(files), [files]);
  const chosen = devices.includes(device) ? device : undefined;
  const found = useMemo(
    () => recognizeFiles(files, { measuredAt: measuredAt || undefined, device: chosen }),
    [files, measuredAt, chosen],
  );
  const id = chipId ?? found.suggestedChipId;
  const take = async (chosen: File[]) => {
    const read = await Promise.all(chosen.map(async (file) => readDeviceFile(file.name, await file.text())));
    // A file that was chosen again takes the place of the one before.
    const next = [...files.filter(({ name }) => !read.some((file) => file.name === name)), ...read];
    const { problems } = recognizeFiles(next);
    setFiles(problems.length > 0 ? read : next);
    if (measuredAt === '') setMeasuredAt(dateInName(read) ?? '');
    preview.reset();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: they were dropped before the dialog opened
  useEffect(() => {
    const dropped = takeHandedFiles();
    if (dropped.length > 0) void take(dropped);
  }, []);
  // The service reads the documents as the recognized format, and names the problems with them.
  const cooldowns = useCooldownsOf(id);
  const stated = {
    ...(technology !== '' && { technology }),
    ...(cooldowns.includes(cooldown) && { cooldown_id: cooldown }),
  };
  const body = { format: found.format, chip_id: id, documents: found.documents, ...stated } as ImportBody;
  if (run.data) return <ImportOutcome result={run.data} onClose={onClose} />;
  if (preview.data) {
    return (
      <ImportPreview
        preview={preview.data}
        busy={run.isPending}
        error={run.error}
        onBack={() => {
          preview.reset();
          run.reset();
        }}
        onImport={() => run.mutate(body)}
      />
    );
  }
  const missing = found.missing.filter((name) => name !== 'measured_at' && name !== 'device');
  return (
    <DialogForm
      action="Preview"
      busy={preview.isPending}
      disabled={found.format === undefined || found.missing.length > 0 || found.problems.length > 0}
      onCancel={onClose}
      onSubmit={() => preview.mutate(body)}
    >
      <FileDrop onFiles={(chosen) => void take(chosen)} />
      <FileList files={files} format={found.format && importFormats[found.format]} missing={missing} />
      {found.problems.length > 0 && (
        <Notice tone="bad">
          {found.problems.map(({ file, problem }) => (
            <span key={file}>{`${file} ${problem}`}</span>
          ))}
        </Notice>
      )}
      {unstated.includes('measured_at') && (
        <TextField
          label="Measured at"
          name="measured_at"
          value={measuredAt}
          required
          autoComplete="off"
          hint="The files do not say it: a date, or a date and time such as 2026-03-01T09:30+01:00"
          onChange={(event) => setMeasuredAt(event.target.value)}
        />
      )}
      {devices.length > 1 && (
        <SelectField
          label="Chip in the files"
          name="device"
          value={chosen ?? ''}
          required
          hint="The files have several"
          onChange={(event) => setDevice(event.target.value)}
        >
          <option value="">Choose one</option>
          {devices.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Chip id"
        name="chip_id"
        value={id}
        maxLength={64}
        required
        autoComplete="off"
        hint="Suggested from the files"
        onChange={(event) => setChipId(event.target.value)}
      />
      <SelectField
        label="Technology"
        name="technology"
        value={technology}
        hint="Decides which values cannot be"
        onChange={(event) => setTechnology(event.target.value)}
      >
        <option value="">That of the chip or of its files, else transmons</option>
        {technologyOptions.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </SelectField>
      {cooldowns.length > 0 && (
        <SelectField
          label="Cool-down"
          name="cooldown_id"
          value={cooldowns.includes(cooldown) ? cooldown : ''}
          hint="The new values belong to it"
          onChange={(event) => setCooldown(event.target.value)}
        >
          <option value="">None</option>
          {cooldowns.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      )}
      <ErrorNotice error={preview.error} />
    </DialogForm>
  );
}

/** The cool-downs that list a chip, the newest first; empty for a new chip. */
function useCooldownsOf(chipId: string): string[] {
  const listed = useQuery(cooldownsQuery(0, 100)).data?.cooldowns ?? [];
  return listed.filter(({ chip_ids: ids }) => ids.includes(chipId)).map(({ cooldown_id: id }) => id);
}

const documentTitles: Record<string, string> = {
  conf: 'configuration (conf)',
  props: 'properties (props)',
  state: 'state (state.json)',
};

function FileList(props: { files: readonly DeviceFile[]; format: string | undefined; missing: readonly string[] }) {
  const { files, format, missing } = props;
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {format && (
        <li>
          <span>Format</span>
          <span>{format}</span>
        </li>
      )}
      {files.map(({ name }) => (
        <li key={name}>
          <span>File</span>
          <span>{name}</span>
        </li>
      ))}
      {missing.map((name) => (
        <li key={name}>
          <span>Missing</span>
          <span className={styles.missing}>{documentTitles[name] ?? name}</span>
        </li>
      ))}
    </ul>
  );
}
