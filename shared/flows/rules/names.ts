/** What a flow may be called (rule FLOW-1), and which names its paths keep for themselves. */

/** Letters, digits and underscores: a flow's name is also its default entry function. */
export const flowNamePattern = /^[a-zA-Z0-9_]+$/;

/** Longest name of a flow. */
export const FLOW_NAME_MAX_LENGTH = 64;

/** Path words that would hide a flow of the same name. */
export const RESERVED_FLOW_NAMES: readonly string[] = ['templates', 'schedules', 'helpers', 'validate'];

/** Largest source of a flow, in bytes of UTF-8: it is stored with the flow, in an item of at most 400 KB. */
export const FLOW_CODE_LIMIT_BYTES = 200_000;
