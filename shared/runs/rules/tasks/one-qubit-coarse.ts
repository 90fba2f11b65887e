import type { TaskBackend } from './definition.ts';
import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration, decades, float, int, points, scan, steps } from './parameters.ts';

const everywhere: TaskBackend[] = ['simulator', 'qubex', 'fake'];
/** Names that QDash can run and does not list. */
const unlisted: TaskBackend[] = ['simulator'];

const readoutAmplitude = { name: 'readout_amplitude', unit: 'a.u.', description: 'Amplitude of the readout tone' };
const readoutFrequency = { name: 'readout_frequency', unit: 'GHz', description: 'Frequency of the readout tone' };
const qubitFrequency = { name: 'qubit_frequency', unit: 'GHz', description: 'Transition frequency of the qubit' };
const controlAmplitude = { name: 'control_amplitude', unit: 'a.u.', description: 'Amplitude of the qubit drive' };
const rabiAmplitude = { name: 'rabi_amplitude', unit: 'a.u.', description: 'Half of the swing of the oscillation' };
const rabiFrequency = { name: 'rabi_frequency', unit: 'MHz', description: 'Frequency of the oscillation' };
const detuningRange = points(-0.01, 0.01, 21, 'GHz', 'Detunings of the tone');
const shortTimes = steps(0, 101, 4, 'ns', 'Durations of the drive');
const chevronParameters = { readout_amplitude: float(0.2, 'a.u.', 'Amplitude of the readout tone') };
const waits = decades(2, Math.log10(500_000), 51, 'ns', 'Delays');
// QDash stops at 100 us; half a millisecond also fits qubits whose T2 is longer than that.
const echoWaits = decades(Math.log10(300), Math.log10(500_000), 51, 'ns', 'Total delays');
const runs = int(10, '', 'Measurements to average');
const repetitions = int(20, '', 'Maximum number of consecutive pulses');

/** First calibrations of one qubit: frequency, Rabi, plain pulses, coherence. */
export const oneQubitCoarseTasks = tasksOf('1Q Coarse', {}, [
  {
    name: 'CheckChevron',
    description: 'Finds the qubit frequency from the chevron of Rabi oscillations against detuning',
    backends: unlisted,
    timeoutMinutes: 240,
    inputs: [
      'coarse_qubit_frequency',
      'readout_frequency',
      'readout_amplitude',
      'coarse_control_amplitude',
      'readout_length',
    ],
    outputs: [qubitFrequency, controlAmplitude],
  },
  {
    name: 'CheckCoarseChevron',
    description: 'The same over a wide band, for a qubit of which only the spectroscopy is known',
    timeoutMinutes: 240,
    inputs: ['coarse_qubit_frequency', 'readout_frequency', 'readout_amplitude', 'control_amplitude', 'readout_length'],
    runParameters: chevronParameters,
    outputs: [qubitFrequency, controlAmplitude, readoutAmplitude],
  },
  {
    name: 'CheckDispersiveShift',
    description: 'Measures the shift of the resonator by the state of the qubit',
    runParameters: scan,
    outputs: [
      {
        name: 'optimal_readout_frequency',
        unit: 'GHz',
        description: 'Frequency at which the two states differ the most',
      },
      { name: 'dispersive_shift', unit: 'MHz', description: 'Half of the distance between the two resonator lines' },
    ],
  },
  {
    name: 'CheckFineChevron',
    description: 'The same over a narrow band, for a qubit whose frequency is nearly known',
    backends: everywhere,
    timeoutMinutes: 240,
    inputs: inputs.chevron,
    runParameters: chevronParameters,
    outputs: [qubitFrequency, controlAmplitude, readoutAmplitude],
  },
  {
    name: 'CheckHPIPulse',
    description: 'Repeats the half-pi pulse and checks whether its error accumulates',
    inputs: inputs.hpi,
    runParameters: { repetitions, interval: calibration.interval },
  },
  {
    name: 'CheckOptimalReadoutAmplitude',
    description: 'Finds the readout amplitude at which the states are best distinguished',
    runParameters: {
      amplitude_range: steps(0.01, 0.25, 0.01, 'a.u.', 'Amplitudes of the readout tone'),
      ...calibration,
    },
    outputs: [readoutAmplitude],
  },
  {
    name: 'CheckOptimalReadoutFrequency',
    description: 'Finds the readout frequency at which the states are best distinguished',
    backends: unlisted,
    runParameters: calibration,
    outputs: [readoutFrequency],
  },
  {
    name: 'CheckPIPulse',
    description: 'Repeats the pi pulse and checks whether its error accumulates',
    inputs: inputs.pi,
    runParameters: { repetitions, interval: calibration.interval },
  },
  {
    name: 'CheckQubit',
    description: 'A short Rabi oscillation that shows whether the qubit responds',
    runParameters: { time_range: steps(0, 201, 4, 'ns', 'Durations of the drive'), ...scan },
    outputs: [rabiAmplitude, rabiFrequency],
  },
  {
    name: 'CheckQubitFrequency',
    description: 'Finds the qubit frequency as the one at which the Rabi oscillation is slowest',
    runParameters: { detuning_range: detuningRange, time_range: shortTimes, ...scan },
    outputs: [qubitFrequency],
  },
  {
    name: 'CheckRabi',
    description: 'Measures the Rabi oscillation, which calibrates the drive and the readout axis',
    backends: everywhere,
    inputs: inputs.rabi,
    runParameters: { time_range: steps(0, 401, 8, 'ns', 'Durations of the drive'), ...calibration },
    outputs: [
      rabiAmplitude,
      rabiFrequency,
      { name: 'rabi_phase', unit: 'a.u.', description: 'Phase of the oscillation at the start, in radians' },
      { name: 'rabi_offset', unit: 'a.u.', description: 'Middle of the oscillation' },
      { name: 'rabi_angle', unit: 'degree', description: 'Direction of the oscillation in the IQ plane' },
      { name: 'rabi_noise', unit: 'a.u.', description: 'Standard deviation of the points around the fit' },
      { name: 'rabi_distance', unit: 'a.u.', description: 'Distance between the two states in the IQ plane' },
      { name: 'rabi_reference_phase', unit: 'a.u.', description: 'Phase of the readout signal of state 0, in radians' },
      controlAmplitude,
      {
        name: 'maximum_rabi_frequency',
        unit: 'MHz/a.u.',
        description: 'Rabi frequency that one unit of amplitude drives',
      },
    ],
  },
  {
    name: 'CheckRamsey',
    description: 'Two half-pi pulses with a delay between: the detuning and the dephasing time',
    backends: everywhere,
    inputs: inputs.hpi,
    runParameters: {
      detuning: float(0.001, 'GHz', 'Intentional detuning'),
      time_range: steps(0, 10_001, 100, 'ns', 'Delays'),
      ...scan,
    },
    outputs: [
      { name: 'ramsey_frequency', unit: 'MHz', description: 'Frequency of the fringes' },
      qubitFrequency,
      { name: 't2_star', unit: 'us', description: 'Dephasing time without an echo' },
    ],
  },
  {
    name: 'CheckReadoutFrequency',
    description: 'Finds the readout frequency at which the Rabi oscillation is largest',
    runParameters: { detuning_range: detuningRange, time_range: shortTimes, ...scan },
    outputs: [readoutFrequency],
  },
  {
    name: 'CheckT1',
    description: 'Excites the qubit, waits and reads: the energy relaxation time',
    backends: everywhere,
    inputs: inputs.hpi,
    runParameters: { time_range: waits, ...scan },
    outputs: [{ name: 't1', unit: 'us', description: 'Energy relaxation time' }],
  },
  {
    name: 'CheckT1Average',
    description: 'Measures T1 several times: mean and spread',
    backends: unlisted,
    timeoutMinutes: 240,
    inputs: inputs.hpi,
    runParameters: { time_range: waits, ...scan, n_runs: runs },
    outputs: [
      { name: 't1_average', unit: 'us', description: 'Mean of T1' },
      { name: 't1_std', unit: 'us', description: 'Standard deviation of T1' },
    ],
  },
  {
    name: 'CheckT2Echo',
    description: 'Two half-pi pulses with a pi pulse in the middle: the dephasing time with an echo',
    backends: everywhere,
    inputs: inputs.hpi,
    runParameters: { time_range: echoWaits, ...scan },
    outputs: [{ name: 't2_echo', unit: 'us', description: 'Dephasing time with an echo' }],
  },
  {
    name: 'CheckT2EchoAverage',
    description: 'Measures the T2 echo several times: mean and spread',
    backends: unlisted,
    timeoutMinutes: 240,
    inputs: inputs.hpi,
    runParameters: { time_range: echoWaits, ...scan, n_runs: runs },
    outputs: [
      { name: 't2_echo_average', unit: 'us', description: 'Mean of the T2 echo time' },
      { name: 't2_echo_std', unit: 'us', description: 'Standard deviation of the T2 echo time' },
    ],
  },
  {
    name: 'CreateHPIPulse',
    description: 'Finds the amplitude of a half-pi pulse of a given length',
    inputs: inputs.rabi,
    runParameters: { hpi_duration: int(24, 'ns', 'Length of the pulse'), ...calibration },
    outputs: [
      { name: 'hpi_amplitude', unit: 'a.u.', description: 'Amplitude of the half-pi pulse' },
      { name: 'hpi_length', unit: 'ns', description: 'Length of the half-pi pulse' },
    ],
  },
  {
    name: 'CreatePIPulse',
    description: 'Finds the amplitude of a pi pulse of a given length',
    inputs: inputs.rabi,
    runParameters: { pi_duration: int(24, 'ns', 'Length of the pulse'), ...calibration },
    outputs: [
      { name: 'pi_amplitude', unit: 'a.u.', description: 'Amplitude of the pi pulse' },
      { name: 'pi_length', unit: 'ns', description: 'Length of the pi pulse' },
    ],
  },
  {
    name: 'ChevronPattern',
    description: 'Draws the chevron of Rabi oscillations against detuning',
  },
  {
    name: 'FakeRabi',
    description: 'Draws a Rabi oscillation',
    backends: unlisted,
    runParameters: { time_range: steps(0, 201, 4, 'ns', 'Durations of the drive'), ...scan },
  },
]);
