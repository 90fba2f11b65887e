import { readFile } from 'node:fs/promises';
import { Failure, reasonOf } from './failure.ts';

/** The two documents of an IBM device, and the files that they came from. */
export interface IbmDocuments {
  documents: Record<DocumentKind, unknown>;
  files: Record<DocumentKind, string>;
}

/** `conf`: size, coupling map and coordinates; `props`: the measured values. */
export type DocumentKind = 'conf' | 'props';

const titles: Record<DocumentKind, string> = { conf: 'configuration', props: 'properties' };

/**
 * Reads the two files of a device, whichever comes first.
 * @throws Failure that names the file which cannot be read, is not JSON or is not what it should be.
 */
export async function readIbmDocuments(files: readonly string[]): Promise<IbmDocuments> {
  const found: Partial<Record<DocumentKind, { file: string; document: unknown }>> = {};
  for (const file of files) {
    const document = await readJson(file);
    const kind = kindOf(document);
    if (!kind) {
      throw new Failure(
        `${file} is neither a configuration (with 'n_qubits' and 'coupling_map') nor properties (with lists 'qubits' and 'gates') of a device.`,
      );
    }
    const other = found[kind];
    if (other) throw new Failure(`${other.file} and ${file} are both ${titles[kind]}: one of each is needed.`);
    found[kind] = { file, document };
  }
  const { conf, props } = found;
  if (!conf || !props) throw new Failure(`The ${titles[conf ? 'props' : 'conf']} of the device are missing.`);
  return {
    documents: { conf: conf.document, props: props.document },
    files: { conf: conf.file, props: props.file },
  };
}

/** Which document it is, by its content; a damaged one is recognised by what is left, so that the service can name the damage. */
function kindOf(document: unknown): DocumentKind | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  if ('n_qubits' in document || 'coupling_map' in document) return 'conf';
  if ('qubits' in document || 'last_update_date' in document) return 'props';
  return undefined;
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${reasonOf(error)}`);
  }
}
