/** The wiring of a cool-down, current or of a checkpoint. */
export interface Wiring {
  info: string;
  blocks: readonly Record<string, unknown>[];
}

/** Wiring as one text, so that two of them can be compared line by line: its description, then its blocks as JSON. */
export const wiringText = ({ info, blocks }: Wiring): string =>
  [info.trimEnd(), ...blocks.map((block) => JSON.stringify(block, undefined, 2))]
    .filter((part) => part !== '')
    .join('\n\n');

/** What a block says: its text where it has one, else all of it. */
export const blockText = (block: Record<string, unknown>): string =>
  typeof block.text === 'string' ? block.text : JSON.stringify(block);

/** The blocks in a JSON text, or the problem with it. An empty text has no blocks. */
export function parseBlocks(text: string): { blocks: Record<string, unknown>[] } | { problem: string } {
  if (text.trim() === '') return { blocks: [] };
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isObject)) return { blocks: parsed };
    return { problem: 'Must be a list of objects: [{ … }, { … }]' };
  } catch (error) {
    return { problem: `Not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Which two are compared at first: the newest checkpoint and the current wiring; undefined without a checkpoint. */
export const firstPair = (checkpointIds: readonly string[]): { from: string; to: string } | undefined =>
  checkpointIds[0] === undefined ? undefined : { from: checkpointIds[0], to: 'now' };
