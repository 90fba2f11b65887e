import { engineBinary } from '#test/support/engine/start-engine.ts';

/** Why what needs the embedded engine as a process is skipped; empty where it is installed. */
export const missingEngine = engineBinary() ? '' : `no embedded engine for ${process.platform} ${process.arch}`;
