import { describe, expect, it } from 'vitest';
import { readDocument, suggestChipId } from '../../../web/lib/browser/device-documents.ts';

const conf = { backend_name: 'ibm_torino', n_qubits: 2, coupling_map: [[0, 1]] };
const props = { backend_name: 'ibm_torino', last_update_date: '2025-02-26', qubits: [[], []], gates: [] };

describe('dropped files', () => {
  it('dropped files are recognised by what they contain, whatever they are called', () => {
    expect(readDocument('b.json', JSON.stringify(conf))).toMatchObject({ kind: 'conf' });
    expect(readDocument('a.json', JSON.stringify(props))).toMatchObject({ kind: 'props' });
  });

  it('dropped files that are something else are named with the reason', () => {
    expect(readDocument('x.json', '{')).toMatchObject({ name: 'x.json', problem: expect.stringMatching(/not JSON/) });
    for (const text of ['{}', '[]', 'null', '1'])
      expect(readDocument('x.json', text)).toMatchObject({ problem: expect.stringMatching(/neither/) });
  });

  it("dropped files suggest a chip id from the device's name without its vendor's prefix", () => {
    expect(suggestChipId([conf, props])).toBe('torino');
    expect(suggestChipId([{ backend_name: 'fake_sherbrooke' }])).toBe('sherbrooke');
    expect(suggestChipId([{}])).toBe('');
  });
});
