import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorpusRow, readCorpus } from '#test/support/corpus/read-corpus.ts';
import { sampleDocuments } from '#test/support/devices/sample-documents.ts';

/** The files that a sample is published as. */
function filesOf({ given }: (typeof sampleDocuments)[number], folder: string): [string, unknown][] {
  const documents = given.documents as Record<string, unknown>;
  switch (given.format) {
    case 'ibm':
      return [
        [`${folder}/conf_toy.json`, documents.conf],
        [`${folder}/props_toy.json`, documents.props],
      ];
    case 'qibolab':
      return [[`${folder}/history.json`, documents.calibrations]];
    case 'quam':
      return [
        [`${folder}/state.json`, documents.state],
        [`${folder}/wiring.json`, documents.wiring],
      ];
    case 'qubex':
      return (documents.files as { name: string; content: unknown }[]).map(({ name, content }) => [
        `${folder}/${name}`,
        content,
      ]);
    default:
      return [[`${folder}/toy_2026-01-01.json`, documents.calibration ?? documents.device ?? documents.chip]];
  }
}

describe('a folder of files in the shape of each version of each format', () => {
  let directory: string;
  let rows: CorpusRow[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'corpus-'));
    const files = [
      ...sampleDocuments.flatMap((sample, index) => filesOf(sample, `sample-${index}`)),
      ['other/topology.json', { qubits: { 0: { row: 0, col: 0 } }, couplings: [] }] as [string, unknown],
    ];
    for (const [name, content] of files) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), JSON.stringify(content));
    }
    rows = await readCorpus(directory);
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('every sample is read, and a second reader finds the same numbers in it', () => {
    const read = rows.filter(({ refused }) => refused === undefined);
    expect(read.map(({ format }) => format).sort()).toEqual(sampleDocuments.map(({ given }) => given.format).sort());
    for (const { files, compared, differences, values } of read) {
      expect([files, differences]).toEqual([files, []]);
      expect(compared).toBeGreaterThan(1);
      expect(values).toBeGreaterThanOrEqual(compared);
    }
  });

  it('a file that is not imported is named with the reason', () => {
    const refused = rows.filter((row) => row.refused !== undefined);
    expect(refused.map(({ files, refused: reason }) => [files, reason])).toEqual([
      [['other/topology.json'], expect.stringContaining('is a topology')],
    ]);
  });
});
