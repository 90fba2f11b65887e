import type { FlowTemplate } from './template.ts';

/** Managed flows to start from: the standard sequences (rule QDASH-17), each with what one most often changes. */
export const managedTemplates: readonly FlowTemplate[] = [
  {
    id: 'check_one_qubit',
    name: 'One-qubit check',
    description: 'The morning check of every qubit: Rabi, half-pi pulse, T1, T2 echo and Ramsey.',
    category: 'One qubit',
    functionName: 'check_one_qubit',
    runner: 'managed',
    defaultParameters: {},
    code: `# The morning check: is every qubit as it was yesterday?
backend: simulator

stages:
  - name: check every qubit
    sequence: CHECK_1Q
    targets:
      qubits: all
      # exclude: [5, 17]     # qubits to leave alone
    # parameters:
    #   shots: 2048          # of every task that knows it
`,
  },
  {
    id: 'bringup',
    name: 'Bring-up',
    description: 'First contact with a cold chip: resonators, qubit lines, control amplitude and chevron, mux by mux.',
    category: 'Bring-up',
    functionName: 'bringup',
    runner: 'managed',
    defaultParameters: {},
    code: `# First contact with a cold chip. A qubit whose task fails skips the rest of its stage.
backend: simulator

targets:
  muxes: all               # or [0, 1, 2]: four qubits on one readout line each

stages:
  - name: box
    tasks: [ConfigureAll, CheckStatus]
  - name: bring-up
    sequence: BRINGUP
`,
  },
  {
    id: 'full_one_qubit',
    name: 'Full one-qubit calibration',
    description: 'The check, then pi and DRAG pulses, readout, averaged coherence and randomized benchmarking.',
    category: 'One qubit',
    functionName: 'full_one_qubit',
    runner: 'managed',
    defaultParameters: {},
    code: `# From Rabi to randomized benchmarking on every qubit.
backend: simulator

targets:
  qubits: all

stages:
  - name: check
    sequence: CHECK_1Q
  - name: calibrate and benchmark
    sequence: FULL_1Q_AFTER_CHECK
    parameters:
      n_trials: 10         # random sequences of each length
`,
  },
  {
    id: 'two_qubit',
    name: 'Two-qubit calibration',
    description: 'Cross resonance, ZX90, Bell states and interleaved benchmarking on every coupling.',
    category: 'Two qubits',
    functionName: 'two_qubit',
    runner: 'managed',
    defaultParameters: {},
    code: `# Cross-resonance gates of every coupling. The qubits should have been calibrated before.
backend: simulator

stages:
  - name: readout
    tasks: [ReadoutClassification, CheckT1Average, CheckT2EchoAverage]
    targets:
      qubits: all
  - name: cross resonance
    sequence: FULL_2Q
    targets:
      couplings: all       # or ['0-1', '1-2']
`,
  },
  {
    id: 'coherence',
    name: 'Coherence of chosen qubits',
    description: 'T1, T2 echo and Ramsey of a few qubits with more shots: an example of everything a flow can express.',
    category: 'One qubit',
    functionName: 'coherence',
    runner: 'managed',
    defaultParameters: {},
    code: `# Everything that a flow can express. docs/flows.md explains it.
backend: simulator
# seed: 7                  # which qubits of the simulator are bad; the chip's own where absent
# pace_seconds: 0.5        # slows the simulator down, to watch a run

parameters:                # of every task that knows them
  shots: 1024

stages:
  - name: coherence
    on_failure: continue   # or stop: the run fails after a stage in which a task failed
    targets:
      qubits: [0, 1, '2..3']
      exclude: [1]
    tasks:
      - CheckRabi
      - CreateHPIPulse
      - task: CheckT1
        parameters:
          shots: 4096
      - CheckT2Echo
      - CheckRamsey
`,
  },
];
