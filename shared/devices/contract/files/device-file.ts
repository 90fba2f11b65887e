import { chipDocumentFormat } from '../../rules/export/chip-document.ts';

/** A file as it was chosen, and what it contains, or why it cannot be read as the end of a sentence about it. */
export interface DeviceFile {
  name: string;
  text: string;
  content: { document: unknown } | { problem: string };
}

/** Reads a file as JSON, as a JSON object a line, or by its ending as YAML. */
export async function readDeviceFile(name: string, text: string): Promise<DeviceFile> {
  const plain = text.replace(/^\ufeff/, '');
  return { name, text, content: /\.ya?ml$/i.test(name) ? await readYaml(plain) : readJson(plain) };
}

/** How the YAML of an exported chip begins; it is too long to be read twice. */
const isChipDocument = new RegExp(`^format: ['"]?${chipDocumentFormat}['"]?$`, 'm');

async function readYaml(text: string): Promise<DeviceFile['content']> {
  if (isChipDocument.test(text)) return { document: { format: chipDocumentFormat } };
  // Pages load the reader of YAML only when they need it.
  const [{ plainYaml }, { yamlBounds }] = await Promise.all([
    import('../../../kernel/rules/yaml/plain-yaml.ts'),
    import('../../../kernel/rules/yaml/bounds.ts'),
  ]);
  const read = plainYaml(text, yamlBounds.deviceFile);
  return 'value' in read ? { document: read.value } : { problem: `is not YAML: ${read.problem}` };
}

function readJson(text: string): DeviceFile['content'] {
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1 && lines[0]?.trim().endsWith('}'))
        return { document: lines.map((line) => JSON.parse(line)) };
    } catch {
      // What is neither is answered as JSON that is damaged.
    }
    return { problem: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}
