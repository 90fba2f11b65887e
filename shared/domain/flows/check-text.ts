import { parse } from 'yaml';

/** Most aliases of a document: what it expands to stays small. */
const ALIAS_LIMIT = 100;

/** Why a text cannot be read as YAML or JSON; undefined where it can, null for a kind that is neither. */
export function problemOfText(text: string, kind: string): string | undefined | null {
  const read = readers[kind.toLowerCase()];
  if (!read) return null;
  try {
    read(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const readYaml = (text: string): unknown => parse(text, { maxAliasCount: ALIAS_LIMIT });
const readers: Record<string, ((text: string) => unknown) | undefined> = {
  ...{ yaml: readYaml, yml: readYaml, json: JSON.parse },
};
