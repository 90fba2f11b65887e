import { yamlBounds } from './bounds.ts';
import { plainYaml } from './plain-yaml.ts';

/** Why a text cannot be read as YAML or JSON; undefined where it can, null for a kind that is neither. */
export function problemOfText(text: string, kind: string): string | undefined | null {
  if (kind.toLowerCase() === 'json') return problemOfJson(text);
  if (!['yaml', 'yml'].includes(kind.toLowerCase())) return null;
  const read = plainYaml(text, yamlBounds.text);
  return 'problem' in read ? read.problem : undefined;
}

function problemOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
