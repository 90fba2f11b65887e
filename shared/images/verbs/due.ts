import type { Context } from '../../kernel/context.ts';
import { imageBounds } from '../rules/bounds.ts';

/** When the sweep looks at an image that was sent or taken up now (rule IMAGE-5). */
export const dueAfterUse = ({ clock }: Pick<Context, 'clock'>): string =>
  new Date(clock().getTime() + imageBounds.unusedDays * 86_400_000).toISOString();
