import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chipDocument, type ExportedChip, type ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { toYaml } from '#shared/devices/rules/export/yaml.ts';
import { importFiducial } from '#shared/devices/rules/import/fiducial/import-fiducial.ts';
import type { ImportedTarget } from '#shared/devices/rules/import/plan.ts';
import { exportedChip } from '#test/support/devices/exported-chip.ts';

const at = { exportedAt: '2026-02-01T00:00:00.000Z', asOf: undefined };

const expected = (kind: ImportedTarget['kind'], { id, values, faulty }: ExportedTarget): ImportedTarget => ({
  kind,
  id,
  values: Object.fromEntries(
    Object.entries(values).map(([metric, { value, unit, error, calibratedAt, source }]) => [
      metric,
      {
        ...{ value, unit, calibratedAt },
        ...(error === undefined ? {} : { error }),
        ...(source === 'simulator' ? { source } : {}),
      },
    ]),
  ),
  faulty,
});

const planned = (chip: ExportedChip) => ({
  deviceName: chip.chipId,
  topology: chip.topology,
  readoutLines: chip.readoutLines,
  targets: [
    ...chip.qubits.map((target) => expected('qubit', target)),
    ...chip.couplings.map((target) => expected('coupling', target)),
  ],
  warnings: [],
  missing: 0,
});

describe('the document of a chip', () => {
  it('the document of a chip is imported as what was exported, from an object, from JSON and from YAML', () => {
    fc.assert(
      fc.property(exportedChip, (chip) => {
        const document = chipDocument(chip, at);
        for (const given of [document, JSON.stringify(document), toYaml(document)]) {
          const result = importFiducial({ chip: given });
          expect(result.ok ? result.plan : result.problems).toMatchObject(planned(chip));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the document of a chip is the same in YAML and in JSON', () => {
    fc.assert(
      fc.property(exportedChip, (chip) => {
        const document = JSON.parse(JSON.stringify(chipDocument(chip, at)));
        expect(parse(toYaml(document))).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });
});
