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
  muxes: all               # or [0, 1, 2]: the qubits of a readout line each

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
    id: 'full_calibration',
    name: 'Full calibration',
    description: 'From the bring-up to the benchmarked gates of every coupling: what a chip needs after a cool-down.',
    category: 'Whole chip',
    functionName: 'full_calibration',
    runner: 'managed',
    defaultParameters: {},
    code: `# Everything that a cold chip needs, in one run. A target whose task fails skips the rest of its stage.
backend: simulator

stages:
  - name: box
    tasks: [ConfigureAll, CheckStatus]
  - name: bring-up
    sequence: BRINGUP
    targets:
      muxes: all
  - name: check
    sequence: CHECK_1Q
    targets:
      qubits: all
  - name: one qubit
    sequence: FULL_1Q_AFTER_CHECK
    targets:
      qubits: all
  - name: two qubits
    sequence: FULL_2Q
    targets:
      couplings: all
`,
  },
  {
    id: 'fast_full_calibration',
    name: 'Full calibration, fast',
    description: 'The same without bring-up and benchmarking and with fewer shots: an hour before a demonstration.',
    category: 'Whole chip',
    functionName: 'fast_full_calibration',
    runner: 'managed',
    defaultParameters: {},
    code: `# Frequencies, pulses, readout and gates of a chip that has been calibrated before.
backend: simulator

parameters:
  shots: 512

stages:
  - name: one qubit
    targets:
      qubits: all
    tasks:
      - CheckRabi
      - CheckRamsey
      - CreateHPIPulse
      - CheckHPIPulse
      - CreateDRAGHPIPulse
      - CheckDRAGHPIPulse
      - ReadoutClassification
      - CheckT1
      - CheckT2Echo
  - name: two qubits
    targets:
      couplings: all
    tasks: [CheckCrossResonance, CreateZX90, CheckZX90, CheckBellState]
`,
  },
  {
    id: 'coherence_limit',
    name: 'Coherence limits',
    description: 'What T1 and T2 allow the gates of every qubit and coupling to be at best.',
    category: 'Whole chip',
    functionName: 'coherence_limit',
    runner: 'managed',
    defaultParameters: {},
    code: `# Averaged coherence, and the bounds of gate fidelity that follow from it.
backend: simulator

stages:
  - name: coherence
    tasks: [CheckT1Average, CheckT2EchoAverage, Check1QGateCoherenceLimit]
    targets:
      qubits: all
  - name: pairs
    tasks: [Check2QGateCoherenceLimit]
    targets:
      couplings: all
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
    # persist: false       # the values become current when an editor accepts them
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
