import { describe, expect, it } from 'vitest';
import { droppedFiles } from '../../../web/ui/lib/browser/dropped-files.ts';

const fileEntry = (name: string) => ({
  isFile: true,
  file: (resolve: (file: File) => void) => resolve(new File(['{}'], name)),
});

/** A folder that answers its entries in parts of one, as browsers answer parts of a hundred. */
const folderEntry = (children: unknown[]) => ({
  isFile: false,
  createReader: () => {
    const rest = [...children];
    return { readEntries: (resolve: (part: unknown[]) => void) => resolve(rest.splice(0, 1)) };
  },
});

const transferOf = (entries: unknown[], files: File[] = []) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer;

const namesOf = async (transfer: DataTransfer | null) => (await droppedFiles(transfer)).map(({ name }) => name);

describe('dropped files', () => {
  it('a dropped folder gives the documents in it and below', async () => {
    const params = folderEntry(['t1.yaml', 'notes.md', 't2_echo.yml'].map(fileEntry));
    const folder = folderEntry([params, fileEntry('chip.yaml'), fileEntry('README')]);
    expect(await namesOf(transferOf([folder, fileEntry('state.json')]))).toEqual([
      't1.yaml',
      't2_echo.yml',
      'chip.yaml',
      'state.json',
    ]);
  });

  it('a dropped file is given whatever its ending, and so are those that have no entry', async () => {
    expect(await namesOf(transferOf([fileEntry('calibration')]))).toEqual(['calibration']);
    expect(await namesOf(transferOf([null], [new File([''], 'a.json')]))).toEqual(['a.json']);
    expect(await namesOf(null)).toEqual([]);
  });
});
