/** What a dropped file is, judged by its content and never by its name. */
export type DocumentKind = 'conf' | 'props';

/** A file that was read: its document with its kind, or why it cannot be used. */
export type ReadDocument =
  | { name: string; kind: DocumentKind; document: Record<string, unknown> }
  | { name: string; problem: string };

/** Recognises a device document: the configuration has a coupling map, the properties have qubits and gates with values. */
export function recognizeDocument(document: unknown): DocumentKind | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  const record = document as Record<string, unknown>;
  if (Array.isArray(record.qubits) && record.last_update_date !== undefined) return 'props';
  if (record.coupling_map !== undefined || record.n_qubits !== undefined) return 'conf';
  return Array.isArray(record.qubits) ? 'props' : undefined;
}

export function readDocument(name: string, text: string): ReadDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { name, problem: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  const kind = recognizeDocument(document);
  if (!kind) return { name, problem: 'is neither a device configuration (conf) nor its properties (props)' };
  return { name, kind, document: document as Record<string, unknown> };
}

/** A chip id to begin with: the device's name without its vendor's prefix. */
export function suggestChipId(documents: readonly Record<string, unknown>[]): string {
  const name = documents.map((document) => document.backend_name).find((value) => typeof value === 'string');
  return typeof name === 'string'
    ? name
        .replace(/^(ibm|fake)_/, '')
        .replace(/[/\\]/g, '-')
        .slice(0, 64)
    : '';
}
