import { readExportedChip } from '#shared/devices/verbs/export/exported-chip.ts';
import { nowOf, type ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError, unknownReference } from '#shared/kernel/errors.ts';
import type { DeviceRequest } from '../rules/device-conditions.ts';
import { type DeviceTopology, deviceTopology } from '../rules/device-topology.ts';
import { chipOfNewestNote } from './calibration-note.ts';

/** A device with what it is called, and when its chip was calibrated last. */
export interface NamedDeviceTopology extends DeviceTopology {
  name: string;
  deviceId: string;
  calibratedAt: string | undefined;
}

/** The request: without a named chip, the chip of the caller's newest calibration note, under its own name. */
export type DeviceTopologyInput = Omit<DeviceRequest, 'name' | 'deviceId'> & {
  chipId: string | undefined;
  name: string | undefined;
  deviceId: string | undefined;
};

/**
 * The OQTOPUS device of the present chip (rules EXPORT-3 and EXPORT-4).
 * @throws ServiceError `unknown_reference` for a missing chip, or if no chip can be chosen.
 */
export async function readDeviceTopology(
  ctx: ProjectContext,
  { chipId, name, deviceId, ...conditions }: DeviceTopologyInput,
): Promise<NamedDeviceTopology> {
  const wanted = chipId ?? (await chipOfNewestNote(ctx));
  if (wanted === undefined)
    throw unknownReference("No run of yours has a calibration note that would name a chip: give its 'chip_id'");
  const chip = await readExportedChip(ctx, wanted, undefined).catch((error: unknown) => {
    const isUnknown = error instanceof ServiceError && error.code === 'not_found';
    throw isUnknown ? unknownReference(error.message) : error;
  });
  const names = { name: name ?? wanted, deviceId: deviceId ?? wanted };
  const device = deviceTopology(chip, { ...conditions, ...names }, nowOf(ctx));
  return { ...device, ...names, calibratedAt: chip.lastCalibratedAt };
}
