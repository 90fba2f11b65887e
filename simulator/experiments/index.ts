import type { Bench, Measurement, PairBench, QubitBench } from '../bench.ts';
import { checkBellState, checkBellStateTomography } from './bell.ts';
import {
  oneQubitLimit,
  randomizedBenchmarking,
  twoQubitLimit,
  x90Benchmarking,
  x180Benchmarking,
  zx90Benchmarking,
} from './benchmarking.ts';
import { answer, checkNoise } from './box.ts';
import {
  checkChevron,
  checkCoarseChevron,
  checkFineChevron,
  checkQubitFrequency,
  checkReadoutFrequency,
  chevronPattern,
} from './chevron.ts';
import { checkRamsey, checkT1, checkT1Average, checkT2Echo, checkT2EchoAverage } from './coherence.ts';
import { checkCrossResonance, checkZx90, createZx90 } from './cross-resonance.ts';
import { checkPulse, createDragPulse, createPulse } from './pulses.ts';
import { checkQubit, checkRabi, fakeRabi } from './rabi.ts';
import {
  checkOptimalReadoutAmplitude,
  checkOptimalReadoutFrequency,
  checkReadoutAmplitude,
  checkWaveform,
  readoutClassification,
} from './readout.ts';
import {
  checkDispersiveShift,
  checkElectricalDelay,
  checkReflectionCoefficient,
  checkResonatorFrequencies,
  checkResonatorSpectroscopy,
} from './resonator.ts';
import {
  checkControlAmplitude,
  checkQubitFrequencies,
  checkQubitSpectroscopy,
  checkSimultaneousQubitSpectroscopy,
} from './spectroscopy.ts';

export const qubitExperiments: Readonly<Record<string, (bench: QubitBench) => Measurement>> = {
  Configure: answer('Settings loaded', 'control unit does not answer'),
  CheckControlAmplitude: checkControlAmplitude,
  CheckElectricalDelay: checkElectricalDelay,
  CheckQubitFrequencies: checkQubitFrequencies,
  CheckQubitSpectroscopy: checkQubitSpectroscopy,
  CheckReadoutAmplitude: checkReadoutAmplitude,
  CheckReflectionCoefficient: checkReflectionCoefficient,
  CheckResonatorFrequencies: checkResonatorFrequencies,
  CheckResonatorSpectroscopy: checkResonatorSpectroscopy,
  CheckSimultaneousQubitSpectroscopy: checkSimultaneousQubitSpectroscopy,
  CheckWaveform: checkWaveform,
  CheckChevron: checkChevron,
  CheckCoarseChevron: checkCoarseChevron,
  CheckDispersiveShift: checkDispersiveShift,
  CheckFineChevron: checkFineChevron,
  CheckHPIPulse: checkPulse('hpi'),
  CheckOptimalReadoutAmplitude: checkOptimalReadoutAmplitude,
  CheckOptimalReadoutFrequency: checkOptimalReadoutFrequency,
  CheckPIPulse: checkPulse('pi'),
  CheckQubit: checkQubit,
  CheckQubitFrequency: checkQubitFrequency,
  CheckRabi: checkRabi,
  CheckRamsey: checkRamsey,
  CheckReadoutFrequency: checkReadoutFrequency,
  CheckT1: checkT1,
  CheckT1Average: checkT1Average,
  CheckT2Echo: checkT2Echo,
  CheckT2EchoAverage: checkT2EchoAverage,
  CreateHPIPulse: createPulse('hpi'),
  CreatePIPulse: createPulse('pi'),
  ChevronPattern: chevronPattern,
  FakeRabi: fakeRabi,
  CheckDRAGHPIPulse: checkPulse('drag_hpi'),
  CheckDRAGPIPulse: checkPulse('drag_pi'),
  CreateDRAGHPIPulse: createDragPulse('drag_hpi'),
  CreateDRAGPIPulse: createDragPulse('drag_pi'),
  ReadoutClassification: readoutClassification,
  Check1QGateCoherenceLimit: oneQubitLimit,
  RandomizedBenchmarking: randomizedBenchmarking,
  X180InterleavedRandomizedBenchmarking: x180Benchmarking,
  X90InterleavedRandomizedBenchmarking: x90Benchmarking,
};

/** Experiments on a coupling, by task. */
export const pairExperiments: Readonly<Record<string, (bench: PairBench) => Measurement>> = {
  CheckBellState: checkBellState,
  CheckBellStateTomography: checkBellStateTomography,
  CheckCrossResonance: checkCrossResonance,
  CheckZX90: checkZx90,
  CreateZX90: createZx90,
  Check2QGateCoherenceLimit: twoQubitLimit,
  ZX90InterleavedRandomizedBenchmarking: zx90Benchmarking,
};

/** Steps without a target, by task. */
export const systemExperiments: Readonly<Record<string, (bench: Bench) => Measurement>> = {
  CheckNoise: checkNoise,
  CheckStatus: answer('All control units answer', 'a control unit does not answer'),
  ConfigureAll: answer('Settings loaded into all control units', 'a control unit refused its settings'),
  DumpBox: answer('Configuration read from all control units', 'a control unit does not answer'),
  LinkUp: answer('All links are up', 'a link did not come up'),
  ReadoutConfigure: answer('Readout settings loaded', 'a control unit refused its settings'),
};
