const halfPi = ['CheckRabi', 'CreateHPIPulse', 'CheckHPIPulse'];

/**
 * Standard sequences of tasks (rule QDASH-17), to be run in this order on each target: those of one qubit, and
 * FULL_2Q of a coupling.
 */
export const STANDARD_SEQUENCES = {
  BRINGUP: ['CheckResonatorSpectroscopy', 'CheckQubitSpectroscopy', 'CheckControlAmplitude', 'CheckChevron'],
  CHECK_1Q: ['CheckRabi', ...halfPi, ...halfPi, 'CheckT1', 'CheckT2Echo', 'CheckRamsey'],
  FULL_1Q_AFTER_CHECK: [
    ...halfPi,
    'CreatePIPulse',
    'CheckPIPulse',
    'CreateDRAGHPIPulse',
    'CheckDRAGHPIPulse',
    'CreateDRAGPIPulse',
    'CheckDRAGPIPulse',
    'ReadoutClassification',
    'CheckT1Average',
    'CheckT2EchoAverage',
    'Check1QGateCoherenceLimit',
    'RandomizedBenchmarking',
    'X90InterleavedRandomizedBenchmarking',
  ],
  FULL_2Q: [
    'CheckCrossResonance',
    'CreateZX90',
    'CheckZX90',
    'CheckBellState',
    'CheckBellStateTomography',
    'Check2QGateCoherenceLimit',
    'ZX90InterleavedRandomizedBenchmarking',
  ],
} as const satisfies Record<string, readonly string[]>;
