import type { ExpectedResult, FailureMode, TaskDocument } from './document.ts';

/** Common knowledge of tasks of one kind of experiment; without what follows from their definitions. */
export type Family = Pick<TaskDocument, 'physicalPrinciple' | 'checkQuestions' | 'failureModes' | 'tips'> & {
  tasks: readonly string[];
  expected: Partial<ExpectedResult>;
};

const failure = (severity: 'critical' | 'warning' | 'info', description: string, more: Partial<FailureMode>) => ({
  ...{ severity, description, cause: '', visual: '', nextAction: '' },
  ...more,
});

const noSignal = failure('critical', 'No signal', {
  cause: 'The drive or the readout is at the wrong frequency, or a line is not connected',
  visual: 'Points scatter around one level at every setting',
  nextAction: 'Repeat the spectroscopy of the resonator, then that of the qubit',
});

const shortScan = failure('warning', 'The scan ends before the curve does', {
  cause: 'The range is too narrow for this qubit',
  visual: 'The last points are still far from where the curve would settle',
  nextAction: 'Widen the range of the scan and repeat',
});

/** Families from setting up to benchmarking. */
export const families: readonly Family[] = [
  {
    tasks: ['CheckNoise', 'CheckStatus', 'Configure', 'ConfigureAll', 'DumpBox', 'LinkUp', 'ReadoutConfigure'],
    physicalPrinciple: 'No quantum measurement: the control electronics are asked, or given their settings.',
    expected: { description: 'Every unit answers.', resultType: 'status' },
    checkQuestions: ['Does every control unit answer?'],
    failureModes: [
      failure('critical', 'A control unit does not answer', {
        cause: 'Power, network or a link is down',
        nextAction: 'Bring the links up, then configure again',
      }),
    ],
    tips: ['Run these before a bring-up and after every change of cabling.'],
  },
  {
    tasks: [
      'CheckResonatorSpectroscopy',
      'CheckResonatorFrequencies',
      'CheckReflectionCoefficient',
      'CheckElectricalDelay',
      'CheckDispersiveShift',
    ],
    physicalPrinciple:
      'A readout resonator reflects a tone with a phase that turns by 2π through its resonance. Coupled to a qubit it is shifted, by how much depends on the state of the qubit; at high power the shift vanishes and the bare resonance is seen.',
    expected: {
      description: 'One line for each resonator on the readout line, which moves to the bare frequency at high power.',
      ...{
        resultType: 'spectrum',
        xAxis: 'Readout frequency (GHz)',
        yAxis: 'Power (dB) or phase',
        fitModel: 'Lorentzian',
      },
      goodVisual: 'As many lines as the readout line has resonators, well apart',
    },
    checkQuestions: ['Are there as many lines as resonators?', 'Does each line move with power?'],
    failureModes: [
      failure('critical', 'A line is missing', {
        cause: 'The resonator is outside of the scan, or two of them overlap',
        visual: 'Fewer lines than resonators',
        nextAction: 'Widen the scan, then assign the resonators again',
      }),
      failure('warning', 'A line does not move with power', {
        cause: 'Its qubit is not coupled, or far away in frequency',
        nextAction: 'Leave the qubit out until it is understood',
      }),
    ],
    tips: ['Work at the highest power at which the line still looks as at low power.'],
  },
  {
    tasks: [
      'CheckQubitSpectroscopy',
      'CheckSimultaneousQubitSpectroscopy',
      'CheckQubitFrequencies',
      'CheckControlAmplitude',
    ],
    physicalPrinciple:
      'A weak continuous drive excites the qubit where it meets a transition, which the dispersive shift of the resonator shows. More power broadens the line and brings the second transition out, whose distance is the anharmonicity.',
    expected: {
      description: 'A peak at the transition frequency, and at higher power a second one below it.',
      ...{ resultType: 'spectrum', xAxis: 'Drive frequency (GHz)', yAxis: 'Signal (dB)', fitModel: 'Lorentzian' },
      goodVisual: 'One narrow peak far above the noise',
    },
    checkQuestions: ['Is the highest peak the first transition?', 'Is the second peak within 0.1 to 0.5 GHz?'],
    failureModes: [
      noSignal,
      failure('warning', 'The second transition is taken for the first', {
        cause: 'Too much power, or the first is outside of the scan',
        visual: 'Another peak above the one that was chosen',
        nextAction: 'Repeat with less power and a wider scan',
      }),
    ],
    tips: ['Less power gives a narrower line and a better frequency.'],
  },
  {
    tasks: [
      'CheckChevron',
      'CheckCoarseChevron',
      'CheckFineChevron',
      'ChevronPattern',
      'CheckQubitFrequency',
      'CheckReadoutFrequency',
    ],
    physicalPrinciple:
      'A drive that is detuned by Δ turns the qubit at √(Ω² + Δ²) instead of Ω, and less far. Against detuning and time this draws a chevron, whose axis of symmetry is the frequency of the qubit.',
    expected: {
      description: 'A pattern that is symmetric about the frequency of the qubit.',
      ...{ resultType: 'map', xAxis: 'Drive frequency (GHz)', yAxis: 'Duration (ns)', zAxis: 'Signal (a.u.)' },
      ...{
        fitModel: 'Rabi formula with detuning',
        goodVisual: 'The slowest and largest oscillation is in the middle of the map',
      },
    },
    checkQuestions: ['Is the axis of symmetry inside the map?', 'Are there at least two periods?'],
    failureModes: [
      noSignal,
      failure('warning', 'The axis of symmetry is at the edge', {
        cause: 'The frequency to start from was wrong',
        visual: 'Half a chevron',
        nextAction: 'Repeat around the frequency that was found',
      }),
    ],
    tips: [],
  },
  {
    tasks: ['CheckRabi', 'CheckQubit', 'FakeRabi'],
    physicalPrinciple:
      'A resonant drive turns the qubit about an axis in the plane, so that the population of the excited state oscillates with the duration of the drive at the Rabi frequency, which is proportional to the amplitude.',
    expected: {
      description: 'A cosine with full contrast.',
      ...{ resultType: 'curve', xAxis: 'Duration (ns)', yAxis: 'Signal (a.u.)', fitModel: 'a cos(2πft + φ) + c' },
      goodVisual: 'Several periods of equal height, with the points on the curve',
    },
    checkQuestions: ['Are there at least two periods?', 'Does the height stay the same?'],
    failureModes: [
      noSignal,
      failure('warning', 'The oscillation decays', {
        cause: 'The coherence is short, or the drive is detuned',
        visual: 'Later periods are smaller than the first',
        nextAction: 'Measure T1 and the frequency of the qubit',
      }),
    ],
    tips: ['The phase at the start should be near zero: else the pulse is late or cut.'],
  },
  {
    tasks: ['CheckRamsey'],
    physicalPrinciple:
      'Between two half-pi pulses the qubit turns about the z axis at the detuning, and dephases with T2*. The frequency of the fringes minus the intentional detuning corrects the frequency of the qubit.',
    expected: {
      description: 'Fringes that decay.',
      ...{ resultType: 'curve', xAxis: 'Delay (μs)', yAxis: 'Signal (a.u.)' },
      ...{ fitModel: 'a exp(-t/T2*) cos(2πft + φ) + c', goodVisual: 'At least three fringes before they are gone' },
    },
    checkQuestions: ['Is there one frequency only?', 'Does the decay end inside the scan?'],
    failureModes: [
      shortScan,
      failure('warning', 'Two frequencies beat', {
        cause: 'Charge parity or a two-level system splits the line',
        visual: 'The fringes vanish and come back',
        nextAction: 'Repeat later, and write it down at the qubit',
      }),
    ],
    tips: ['The error of the frequency falls with the longest delay at which fringes are still seen.'],
  },
  {
    tasks: ['CheckT1', 'CheckT1Average'],
    physicalPrinciple:
      'An excited qubit loses its energy to its surroundings: the population of the excited state falls exponentially, with T1.',
    expected: {
      description: 'An exponential decay to the population of the ground state.',
      ...{ resultType: 'curve', xAxis: 'Delay (μs)', yAxis: 'Population', fitModel: 'a exp(-t/T1) + c' },
      goodVisual: 'The first points are near 1 and the last are flat',
    },
    checkQuestions: ['Do the last points lie flat?', 'Are the residuals without a pattern?'],
    failureModes: [
      shortScan,
      failure('warning', 'T1 falls from one measurement to the next', {
        cause: 'A two-level system has come near the frequency of the qubit',
        visual: 'A clean decay that is shorter than yesterday',
        nextAction: 'Repeat within hours; move the frequency where the chip can',
      }),
      failure('warning', 'The decay does not begin near 1', {
        cause: 'The pi pulse or the readout is not calibrated',
        visual: 'A small amplitude',
        nextAction: 'Calibrate the pulses and the readout first',
      }),
    ],
    tips: ['T1 changes by tens of per cent within hours: judge by several measurements.'],
  },
  {
    tasks: ['CheckT2Echo', 'CheckT2EchoAverage'],
    physicalPrinciple:
      'A pi pulse in the middle of the delay takes back what slow noise has turned, so that only fast noise and relaxation dephase the qubit: T2 is at most 2 T1.',
    expected: {
      description: 'A decay to the middle of the scale.',
      ...{ resultType: 'curve', xAxis: 'Total delay (μs)', yAxis: 'Population', fitModel: 'a exp(-t/T2) + 1/2' },
      goodVisual: 'The last points are flat at one half',
    },
    checkQuestions: ['Is T2 at most twice T1?', 'Do the last points lie at one half?'],
    failureModes: [
      shortScan,
      failure('warning', 'T2 is larger than twice T1', {
        cause: 'One of the two fits is wrong, or T1 has changed in between',
        nextAction: 'Measure T1 and the echo one after the other',
      }),
    ],
    tips: ['An echo near 2 T1 says that dephasing does not limit this qubit.'],
  },
  {
    tasks: [
      'CreateHPIPulse',
      'CreatePIPulse',
      'CheckHPIPulse',
      'CheckPIPulse',
      'CreateDRAGHPIPulse',
      'CreateDRAGPIPulse',
      'CheckDRAGHPIPulse',
      'CheckDRAGPIPulse',
    ],
    physicalPrinciple:
      'The angle of a pulse of fixed length is proportional to its amplitude. Repeated pulses add their errors up, so that a small error of the angle shows. The derivative term of a DRAG pulse takes back what leaks to the third level.',
    expected: {
      description: 'The populations of the ideal angle after every number of pulses.',
      ...{
        resultType: 'curve',
        xAxis: 'Pulses, or amplitude (a.u.)',
        yAxis: 'Population',
        fitModel: 'cosine of the angle',
      },
      goodVisual: 'Points on the levels 0, 1/2 and 1 with no trend',
    },
    checkQuestions: [
      'Does the error grow with the number of pulses?',
      'Is the amplitude within the range of the unit?',
    ],
    failureModes: [
      failure('warning', 'The error accumulates', {
        cause: 'The amplitude is off, or the qubit has moved in frequency',
        visual: 'The points leave their levels steadily',
        nextAction: 'Repeat Rabi and create the pulse again',
      }),
      failure('info', 'The contrast falls with the number of pulses', {
        cause: 'Relaxation during the sequence',
        visual: 'All levels move towards the middle',
        nextAction: 'Compare with T1',
      }),
    ],
    tips: [],
  },
  {
    tasks: [
      'ReadoutClassification',
      'CheckReadoutAmplitude',
      'CheckOptimalReadoutAmplitude',
      'CheckOptimalReadoutFrequency',
      'CheckWaveform',
    ],
    physicalPrinciple:
      'The readout signal of each state is a cloud in the IQ plane. What overlaps is read wrong; what decays during the readout lies between the clouds.',
    expected: {
      description: 'Two round clouds that do not overlap.',
      ...{ resultType: 'scatter', xAxis: 'I (a.u.)', yAxis: 'Q (a.u.)', fitModel: 'two Gaussians' },
      goodVisual: 'The clouds are apart by several of their widths',
    },
    checkQuestions: [
      'Are there two clouds, and not three?',
      'Is state 1 read worse than state 0 by more than T1 explains?',
    ],
    failureModes: [
      failure('warning', 'The clouds overlap', {
        cause: 'Too little amplitude, or the wrong readout frequency',
        visual: 'One long cloud',
        nextAction: 'Find the readout frequency and amplitude again',
      }),
      failure('warning', 'A third cloud', {
        cause: 'The readout is so strong that it excites the qubit',
        visual: 'Points far from both clouds',
        nextAction: 'Lower the readout amplitude',
      }),
    ],
    tips: [],
  },
  {
    tasks: ['CheckCrossResonance', 'CreateZX90', 'CheckZX90'],
    physicalPrinciple:
      'Driven at the frequency of its neighbour, the control turns the target one way or the other, by its own state: a ZX rotation. An echo and a tone on the target cancel what does not depend on the control.',
    expected: {
      description: 'The target oscillates oppositely for the two states of the control.',
      ...{
        resultType: 'curve',
        xAxis: 'Duration (ns)',
        yAxis: 'Population of the target',
        fitModel: 'sum of ZX and IX',
      },
      goodVisual: 'The curves of the two control states mirror each other',
    },
    checkQuestions: ['Do the two curves mirror each other?', 'Is the gate shorter than a hundredth of T1?'],
    failureModes: [
      failure('critical', 'The target does not follow the control', {
        cause: 'The pair is coupled too weakly, or control and target are exchanged',
        visual: 'Both curves are the same',
        nextAction: 'Exchange the direction of the gate',
      }),
      failure('warning', 'Both curves turn the same way', {
        cause: 'The cancellation is wrong',
        visual: 'An offset that both share',
        nextAction: 'Repeat the cross resonance with more shots',
      }),
    ],
    tips: ['A target whose neighbours share its frequency is disturbed by them: leave them idle.'],
  },
  {
    tasks: ['CheckBellState', 'CheckBellStateTomography'],
    physicalPrinciple:
      'A half-pi pulse and the entangling gate make a Bell state. Its correlations in several bases give its density matrix, whose overlap with the ideal state is the fidelity.',
    expected: {
      description: 'Half of the shots in 00 and half in 11.',
      ...{ resultType: 'bars', xAxis: 'Outcome', yAxis: 'Probability' },
      goodVisual: 'Two bars of one half, and two that are nearly empty',
    },
    checkQuestions: ['Are 00 and 11 equally likely?', 'Is the readout of both qubits calibrated?'],
    failureModes: [
      failure('warning', 'Outcomes 01 and 10 are frequent', {
        cause: 'The entangling gate or the readout is wrong',
        visual: 'Four bars',
        nextAction: 'Check the readout, then create the gate again',
      }),
    ],
    tips: ['This fidelity includes the readout: compare with randomized benchmarking.'],
  },
  {
    tasks: ['Check1QGateCoherenceLimit', 'Check2QGateCoherenceLimit'],
    physicalPrinciple:
      'Relaxation and dephasing during a gate bound its fidelity, whatever the pulse: the bound follows from T1, T2 and the duration of the gate. Nothing is measured.',
    expected: { description: 'A number above the measured fidelity of the gate.', resultType: 'number' },
    checkQuestions: ['Is the measured fidelity below this bound?'],
    failureModes: [
      failure('info', 'The measured fidelity is above the bound', {
        cause: 'The coherence times are from another day than the gate',
        nextAction: 'Measure T1 and the echo again',
      }),
    ],
    tips: ['A gate near its bound is improved by longer coherence or a shorter pulse only.'],
  },
  {
    tasks: [
      'RandomizedBenchmarking',
      'X90InterleavedRandomizedBenchmarking',
      'X180InterleavedRandomizedBenchmarking',
      'ZX90InterleavedRandomizedBenchmarking',
    ],
    physicalPrinciple:
      'Random Clifford gates that together do nothing turn every error into depolarization, so that the survival falls exponentially with their number. With a gate after each of them, the ratio of the two decays is the error of that gate.',
    expected: {
      description: 'An exponential decay of the survival.',
      ...{ resultType: 'curve', xAxis: 'Number of Cliffords', yAxis: 'Survival', fitModel: 'a p^m + b' },
      goodVisual: 'The decay ends inside the scan, and the interleaved curve is below the other',
    },
    checkQuestions: ['Does the decay end inside the scan?', 'Is the interleaved decay the faster one?'],
    failureModes: [
      shortScan,
      failure('warning', 'The decay is not exponential', {
        cause: 'Leakage, or a drift during the measurement',
        visual: 'The points leave the curve at long sequences',
        nextAction: 'Calibrate the DRAG pulses, then repeat',
      }),
    ],
    tips: ['Errors of preparing and reading do not enter: they change the height and not the decay.'],
  },
];

const byTask = new Map(families.flatMap((family) => family.tasks.map((task) => [task, family] as const)));

/** The knowledge of a task's kind; undefined for an unknown one. */
export const familyOf = (task: string): Family | undefined => byTask.get(task);
