import * as z from 'zod';
import { FLOW_NAME_MAX_LENGTH, flowNamePattern } from '#shared/flows/rules/names.ts';

/** A flow's name in a path. */
export const flowName = z
  .string()
  .max(FLOW_NAME_MAX_LENGTH)
  .regex(flowNamePattern, 'Flow name must contain only alphanumeric characters and underscores')
  .meta({ example: 'morning_check' });
