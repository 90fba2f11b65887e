import * as z from 'zod';
import { FLOW_CODE_LIMIT_BYTES } from '#shared/flows/rules/names.ts';

/** Longest path of a file. */
export const filePath = z.string().min(1).max(200).meta({ example: 'flows/morning_check/v3.yaml' });

const isShort = (text: string): boolean =>
  text.isWellFormed() && new TextEncoder().encode(text).length <= FLOW_CODE_LIMIT_BYTES;
/** The text of a file. */
export const fileText = z.string().refine(isShort, `must be at most ${FLOW_CODE_LIMIT_BYTES} bytes of UTF-8`);
