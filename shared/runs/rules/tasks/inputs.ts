const readout = ['readout_amplitude', 'readout_frequency', 'readout_length'];

/** Values that a task starts from, by the pulse it plays (rule QDASH-17). */
export const inputs = {
  chevron: ['qubit_frequency', 'readout_frequency', 'readout_amplitude', 'control_amplitude', 'readout_length'],
  rabi: ['qubit_frequency', 'control_amplitude', ...readout],
  hpi: ['qubit_frequency', 'hpi_amplitude', 'hpi_length', ...readout],
  pi: ['qubit_frequency', 'pi_amplitude', 'pi_length', ...readout],
  dragHpi: ['qubit_frequency', 'drag_hpi_amplitude', 'drag_hpi_length', 'drag_hpi_beta', ...readout],
  dragPi: ['qubit_frequency', 'drag_pi_amplitude', 'drag_pi_length', 'drag_pi_beta', ...readout],
  /** A pair whose qubits are calibrated. */
  pair: [
    'control_qubit_frequency',
    'control_drag_hpi_amplitude',
    'control_drag_hpi_length',
    'control_drag_hpi_beta',
    'control_readout_frequency',
    'control_readout_amplitude',
    'control_readout_length',
    'target_qubit_frequency',
    'target_readout_frequency',
    'target_readout_amplitude',
    'target_readout_length',
  ],
  /** The cross-resonance pulse of a pair. */
  crossResonance: [
    'cr_amplitude',
    'cr_phase',
    'rotary_amplitude',
    'cancel_amplitude',
    'cancel_phase',
    'cancel_beta',
    'zx_rotation_rate',
  ],
} as const;
