import { GATE_NS, PULSE_NS, pulseAmplitude, pulseBeta, TARGET_RABI_MHZ } from './pulses.ts';
import type { QubitTruth } from './qubit.ts';
import { pickValue, type Value, type Values } from './values.ts';

/** Readout amplitude and length for a chip without values (the amplitude is QDash's, the length ours). */
const READOUT_AMPLITUDE = 0.2;
const READOUT_NS = 384;

/** Other names under which a setting may be stored. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  qubit_frequency: ['coarse_qubit_frequency'],
  coarse_qubit_frequency: ['qubit_frequency'],
  readout_frequency: ['resonator_frequency', 'coarse_resonator_frequency'],
  control_amplitude: ['coarse_control_amplitude'],
  coarse_control_amplitude: ['control_amplitude'],
  t1_average: ['t1'],
  t2_echo_average: ['t2_echo'],
};

/** Returns a drive or readout setting: the chip's value under that name or a synonym, else a nominal one. */
export function settingOf(values: Values, qubit: QubitTruth, name: string, unit: string): Value {
  return (
    pickValue(values, [name, ...(SYNONYMS[name] ?? [])], unit) ?? { value: nominal(qubit)[name] ?? Number.NaN, unit }
  );
}

/** Typical settings for this qubit. */
function nominal(qubit: QubitTruth): Record<string, number> {
  return {
    qubit_frequency: qubit.frequencyGhz,
    coarse_qubit_frequency: qubit.frequencyGhz,
    readout_frequency: qubit.resonatorGhz,
    readout_amplitude: READOUT_AMPLITUDE,
    readout_length: READOUT_NS,
    control_amplitude: TARGET_RABI_MHZ / qubit.driveMhz,
    coarse_control_amplitude: TARGET_RABI_MHZ / qubit.driveMhz,
    hpi_amplitude: pulseAmplitude(qubit, 'hpi', PULSE_NS),
    hpi_length: PULSE_NS,
    pi_amplitude: pulseAmplitude(qubit, 'pi', PULSE_NS),
    pi_length: PULSE_NS,
    drag_hpi_amplitude: pulseAmplitude(qubit, 'drag_hpi', GATE_NS),
    drag_hpi_length: GATE_NS,
    drag_hpi_beta: pulseBeta(qubit),
    drag_pi_amplitude: pulseAmplitude(qubit, 'drag_pi', GATE_NS),
    drag_pi_length: GATE_NS,
    drag_pi_beta: pulseBeta(qubit),
    t1_average: qubit.t1Us,
    t2_echo_average: qubit.t2EchoUs,
  };
}
