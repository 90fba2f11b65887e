import * as z from 'zod';
import { byElementKind, chipId, cooldownId, instant, targetKind } from '../../../api/schemas/common.ts';
import { technology } from '../../../chips/contract/schemas/chips.ts';
import { historyPoints } from '../../../values/contract/schemas/gate-mark.ts';

/** Entries of one kind that an import does not take over. */
export const leftOutEntries = z
  .object({
    reason: z.string().meta({ description: 'Why, as it follows the path: `is not a number`' }),
    path: z.string().meta({ description: 'The first such entry, such as `props.qubits[1][0].date`' }),
    count: z.int().min(1),
  })
  .meta({ id: 'LeftOutEntries' });

const dateOfDocument = z.string().meta({
  format: 'date-time',
  description:
    'When the values were measured, which the document itself does not say; a bare date means its start, in UTC',
});
const deviceName = z
  .string()
  .max(100)
  .nullish()
  .meta({ description: "The device's name; its topology is named after it" });

/** The documents of each format, each under a name: generators of clients make one type of it. */
const documentsOf = {
  ibm: z.object({ conf: z.unknown(), props: z.unknown() }).meta({ id: 'IbmDocuments' }),
  google: z
    .object({ calibration: z.unknown(), measured_at: dateOfDocument.optional(), device_name: deviceName })
    .meta({ id: 'GoogleDocuments' }),
  qibolab: z
    .object({
      calibrations: z.array(z.unknown()).meta({
        description:
          'Dated documents in any order, each as `{ "calibrated_at": ..., "calibration": ... }` with a `calibration.json`, as `runcard` with a runcard of qibolab 0.1, or as `parameters` with a `parameters.json` of 0.2',
      }),
      device_name: deviceName,
    })
    .meta({ id: 'QibolabDocuments' }),
  quam: z
    .object({
      state: z.unknown(),
      wiring: z.unknown().optional().meta({ description: 'The `wiring.json` that the state refers to' }),
      measured_at: dateOfDocument,
      device_name: deviceName,
    })
    .meta({ id: 'QuamDocuments' }),
  qubex: z
    .object({
      files: z.array(z.object({ name: z.string().max(300), content: z.string() })).meta({
        description: 'YAML files of a configuration: of `params`, `props.yaml` and `chip.yaml`',
      }),
      measured_at: dateOfDocument,
      device_name: deviceName,
      chip: z.string().max(100).nullish().meta({ description: 'The chip within the files, such as `64Q`' }),
    })
    .meta({ id: 'QubexDocuments' }),
  oqtopus: z
    .object({
      device: z.unknown().meta({ description: 'A device topology, as `POST /device-topology` answers it' }),
      measured_at: dateOfDocument.optional(),
    })
    .meta({ id: 'OqtopusDocuments' }),
  fiducial: z
    .object({
      chip: z.unknown().meta({
        description: 'What `GET /chips/{chip_id}/export` has answered, as an object or as its text in JSON or YAML',
      }),
    })
    .meta({ id: 'FiducialDocuments' }),
};

const importOf = <Format extends keyof typeof documentsOf>(format: Format) =>
  z
    .object({
      format: z.literal(format),
      chip_id: chipId,
      documents: documentsOf[format],
      technology: technology.nullish(),
      cooldown_id: cooldownId.nullish().meta({
        description:
          'The cool-down that the values belong to; it lists the chip. Values that are there already keep theirs',
      }),
    })
    .meta({ id: `Import${format.replace(/^./, (letter) => letter.toUpperCase())}` });

/** Documents of a device, and the chip that they are imported into (rules IMPORT-1, IMPORT-8 to IMPORT-11 and IMPORT-14). */
export const importChipBody = z
  .discriminatedUnion('format', [
    importOf('ibm'),
    importOf('google'),
    importOf('qibolab'),
    importOf('quam'),
    importOf('qubex'),
    importOf('oqtopus'),
    importOf('fiducial'),
  ])
  .meta({ id: 'ImportChip' });

/** A value of an import of which the project's write gate says something. */
const judgedValue = z
  .object({
    target_type: targetKind,
    qid: z.string().meta({ description: 'The qubit or coupling' }),
    metric: z.string(),
    value: z.number().nullable(),
    unit: z.string(),
    measured_at: instant,
    state: z.enum(['noted', 'held', 'faulty', 'accepted', 'rejected']).meta({
      description:
        '`held`: it waits; `faulty`: a mark replaces it; `noted`: it counts, with a remark; `accepted`: it counts, since it and the one before or after it agree',
    }),
    because: z.string(),
    reason: z.string().meta({ description: 'The same in words' }),
    history_points: historyPoints,
  })
  .meta({ id: 'JudgedValue' });

const importCounts = {
  chip_id: z.string(),
  created: z.boolean().meta({ description: 'Whether the chip is new' }),
  qubits: z.int(),
  couplings: z.int(),
  elements: byElementKind(z.int()),
  values: z.int().meta({
    description: 'Values that became current or entered the history; with `unchanged`, all of the documents',
  }),
  faulty: z.int().meta({ description: 'Metrics of targets that are marked faulty' }),
  missing: z.int().meta({ description: 'Values that other targets of the device have and this one lacks' }),
  unchanged: z.int().meta({ description: 'Values that were there already' }),
  warnings: z.array(z.string()),
  read: z.int().meta({ description: 'Entries of the documents that are taken over, as values or faulty marks' }),
  left_out: z.array(leftOutEntries).max(201).meta({
    description: 'Entries that are not taken over, by kind; beyond 200 kinds the last row counts the others',
  }),
  held: z.int().meta({
    description: "New values that wait, kept with why: the project's write gate finds them not likely (rule GATE-7)",
  }),
  rejected: z.int().meta({ description: 'New values that are impossible: a faulty mark replaces each' }),
  noted: z.int().meta({ description: 'New values that count, and of which something is remarked' }),
  judged_kinds: z
    .array(
      z.object({
        target_type: targetKind,
        metric: z.string(),
        state: z.string(),
        because: z.string(),
        reason: z.string(),
        count: z.int(),
      }),
    )
    .meta({ description: 'The kinds of what the gate said of new values, the most frequent first' }),
  judged_values: z.array(judgedValue).max(200).meta({
    description: 'Those values, rejected and held ones first; up to 200 of them',
  }),
};

/** What an import did (rule IMPORT-6). */
export const importResult = z.object(importCounts).meta({ id: 'ImportResult' });

/** One metric that documents bring. */
const previewedMetric = z
  .object({
    target_kind: targetKind,
    metric_key: z.string(),
    title: z.string(),
    unit: z.string().meta({ description: 'Of `smallest` and `largest`, as the values are stored' }),
    targets: z.int().meta({ description: 'Qubits or couplings with a value' }),
    values: z.int().meta({ description: 'Values, those of a history with them' }),
    faulty: z.int(),
    smallest: z.number().nullable(),
    largest: z.number().nullable(),
    oldest_at: z.string(),
    newest_at: z.string(),
  })
  .meta({ id: 'PreviewedMetric' });

/** What an import would do. */
export const importPreview = z
  .object({
    ...importCounts,
    format: z.string(),
    device_name: z.string(),
    topology_id: z.string().meta({ description: 'Of a new chip; one that is there keeps its own' }),
    size: z.int().meta({ description: 'Qubits of the device, as its documents describe it' }),
    metrics: z.array(previewedMetric),
  })
  .meta({ id: 'ImportPreview' });
