/** What a flow may be called (rule FLOW-1), and which names its paths keep for themselves. */

/** Letters, digits and underscores: a flow's name is also its default entry function. */
export const flowNamePattern = /^[a-zA-Z0-9_]+$/;

/** Longest name of a flow. */
export const FLOW_NAME_MAX_LENGTH = 64;

/** Words that stand in the place of a name in a path, so that a flow of that name could not be reached. */
export const RESERVED_FLOW_NAMES: readonly string[] = ['templates', 'schedules', 'helpers', 'validate'];

/** Largest source of a flow, in bytes of UTF-8: it is kept beside the flow, in an item of at most 400 KB. */
export const FLOW_CODE_LIMIT_BYTES = 200_000;
