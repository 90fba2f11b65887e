import { tasksOf } from './definition.ts';
import { calibration, float, int, points, scan, steps, text } from './parameters.ts';

const resonatorRange = steps(9.75, 10.75, 0.002, 'GHz', 'Frequencies of the resonators');
const lowResonatorRange = steps(5.75, 6.75, 0.002, 'GHz', 'Frequencies of a low-frequency chip');
const powerRange = steps(-60, 5, 5, 'dB', 'Powers of the readout tone');

const qubitSpectroscopy = {
  frequency_range: steps(6.5, 9.75, 0.005, 'GHz', 'Frequencies of the qubits'),
  frequency_range_low_band: steps(3, 5.75, 0.005, 'GHz', 'Frequencies of the qubits of a low-frequency chip'),
  readout_amplitude: float(0.04, 'a.u.', 'Amplitude of the readout tone'),
  binarize_threshold_sigma_plus: float(3, '', 'Standard deviations above which a point counts as signal'),
  binarize_threshold_sigma_minus: float(-2, '', 'Standard deviations below which a point counts as signal'),
  top_power: float(0, 'dB', 'Maximum power of the drive'),
  f01_height_min: float(14.9, 'dB', 'Minimum height of the first transition'),
  f12_distance_min: float(0.125, 'GHz', 'Minimum distance of the second transition from the first'),
  f12_distance_max: float(0.5, 'GHz', 'Maximum distance of the second transition from the first'),
  f12_height_min: float(14.9, 'dB', 'Minimum height of the second transition'),
  retry_with_trim: text('false', 'Whether to repeat the scan in a narrower band'),
  seed_amplitude_headroom_db: float(10, 'dB', 'Distance of the first control amplitude from saturation'),
  max_coarse_control_amplitude: float(1, 'a.u.', 'Maximum control amplitude'),
};

const coarseQubitFrequency = {
  name: 'coarse_qubit_frequency',
  unit: 'GHz',
  description: 'Qubit frequency as seen in spectroscopy',
};
const coarseControlAmplitude = {
  name: 'coarse_control_amplitude',
  unit: 'a.u.',
  description: 'Control amplitude to start the pulses from',
};
const readoutAmplitude = { name: 'readout_amplitude', unit: 'a.u.', description: 'Amplitude of the readout tone' };

/** Measurements with continuous waves, which find resonators and qubits. */
export const cwTasks = tasksOf('CW Measurements', {}, [
  {
    name: 'CheckControlAmplitude',
    description: 'Finds the drive amplitude that gives the target Rabi rate, from the width of the qubit line',
    inputs: ['coarse_qubit_frequency', 'readout_frequency', 'readout_amplitude', 'coarse_control_amplitude'],
    runParameters: {
      frequency_span: float(0.15, 'GHz', 'Width of the scan'),
      frequency_step: float(0.0025, 'GHz', 'Distance between two points'),
      readout_amplitude: float(0.04, 'a.u.', 'Amplitude of the readout tone'),
      target_rabi_rate: float(0.0125, 'GHz', 'Target Rabi frequency'),
      shots: int(8192, '', 'Repetitions of each point'),
      interval: scan.interval,
    },
    outputs: [coarseControlAmplitude, coarseQubitFrequency],
  },
  {
    name: 'CheckElectricalDelay',
    description: 'Measures the delay of the readout line from the slope of the phase',
    outputs: [{ name: 'electrical_delay', unit: 'ns', description: 'Delay of the readout line' }],
  },
  {
    name: 'CheckQubitFrequencies',
    description: 'Scans the band of the qubits for their transition',
    outputs: [coarseQubitFrequency],
  },
  {
    name: 'CheckQubitSpectroscopy',
    description: 'Finds the first two transitions of a qubit in a scan of drive frequencies',
    timeoutMinutes: 120,
    inputs: ['readout_frequency', 'readout_amplitude'],
    runParameters: qubitSpectroscopy,
    outputs: [
      coarseQubitFrequency,
      { name: 'anharmonicity', unit: 'GHz', description: 'Second transition frequency minus the first' },
      { name: 'f01_repr_db', unit: 'dB', description: 'Height of the first transition' },
      { name: 'f01_quality_level', unit: 'a.u.', description: 'Quality of the first transition, 0 to 3' },
      coarseControlAmplitude,
    ],
  },
  {
    name: 'CheckReadoutAmplitude',
    description: 'Finds the readout amplitude at which the signal rises above the noise',
    runParameters: {
      amplitude_range: points(0, 0.2, 51, 'a.u.', 'Amplitudes of the readout tone'),
      snr_threshold: float(3, '', 'Target signal-to-noise ratio'),
    },
    outputs: [readoutAmplitude],
  },
  {
    name: 'CheckReflectionCoefficient',
    description: 'Measures frequency and losses of a resonator from its reflection',
    outputs: [
      { name: 'resonator_frequency', unit: 'GHz', description: 'Frequency of the readout resonator' },
      { name: 'kappa_external', unit: 'MHz', description: 'Loss of the resonator into the readout line' },
      { name: 'kappa_internal', unit: 'MHz', description: 'Loss inside the resonator' },
    ],
  },
  {
    name: 'CheckResonatorFrequencies',
    description: 'Scans the band of the resonators for their lines',
    runParameters: { frequency_range: resonatorRange, frequency_range_low_band: lowResonatorRange },
    outputs: [{ name: 'coarse_resonator_frequency', unit: 'GHz', description: 'Resonator frequency as first seen' }],
  },
  {
    name: 'CheckResonatorSpectroscopy',
    description: 'Finds frequency and power to read a qubit out with, from the shift of its resonator with power',
    runParameters: {
      frequency_range: resonatorRange,
      frequency_range_low_band: lowResonatorRange,
      power_range: powerRange,
      shots: scan.shots,
      num_resonators: int(4, '', 'Resonators on the line'),
      resonator_assignment_pattern: text('default', 'Order of the resonators on the line'),
      high_power_min: float(-20, 'dB', 'Minimum power at which the bare resonator shows'),
      high_power_max: float(0, 'dB', 'Maximum power at which the bare resonator shows'),
      low_power: float(-30, 'dB', 'Power at which the dressed resonator shows'),
      bare_shift_estimator_type: text('high_frequency_strength', 'How the shift is estimated'),
      bare_shift_strength_limit: float(4, '', 'Minimum strength of the shift'),
      minimum_usable_power_correlation_coefficient_min: float(0.9, '', 'Minimum similarity to the line at low power'),
    },
    outputs: [
      { name: 'readout_frequency', unit: 'GHz', description: 'Frequency of the readout tone' },
      { name: 'optimal_power', unit: 'dB', description: 'Power of the readout tone' },
      readoutAmplitude,
    ],
  },
  {
    name: 'CheckSimultaneousQubitSpectroscopy',
    description: 'Scans qubits that share a readout line at the same time',
    timeoutMinutes: 120,
    runParameters: {
      ...qubitSpectroscopy,
      power_range: steps(-40, 0, 5, 'dB', 'Powers of the drive'),
      ...scan,
    },
  },
  {
    name: 'CheckWaveform',
    description: 'Records the readout signal over time',
    runParameters: {
      ...calibration,
      readout_amplitude: float(0.2, 'a.u.', 'Amplitude of the readout tone'),
      readout_duration: int(384, 'ns', 'Duration of the readout tone'),
      readout_pre_margin: int(32, 'ns', 'Recording before the tone'),
      readout_post_margin: int(128, 'ns', 'Recording after the tone'),
    },
  },
]);
