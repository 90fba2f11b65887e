import { handler as startScheduled } from '#functions/scheduled/start-scheduled.ts';
import { DELIVERED_WITHIN_SECONDS, nextRun } from '#shared/schedules/rules/schedule.ts';
import type { ScheduleEntry, ScheduleFiring, Scheduler } from '#shared/schedules/scheduling/port.ts';
import type { World } from './world.ts';

/** How late a delivery may come at first, in milliseconds: also later than what is still carried out. */
const lateness = [0, 0, 0, 1000, 20_000, 290_000, 400_000];

/** An entry, and when it fires next. */
interface Known {
  entry: ScheduleEntry;
  next: string | undefined;
}

/**
 * The scheduler of AWS: delivers each firing at least once, late or twice, and tries for an hour where its target fails. A
 * single time is forgotten when it has fired; what was removed may still be on its way.
 */
export class SimulatedScheduler implements Scheduler {
  readonly #world: World;
  readonly #known = new Map<string, Known>();
  /** Firings that were delivered, and answered by their target. */
  readonly delivered: ScheduleFiring[] = [];
  /** Deliveries that are on their way. */
  underWay = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** What it would have fire, by the schedules' ids. */
  get known(): Map<string, ScheduleEntry> {
    return new Map([...this.#known].map(([id, { entry }]) => [id, entry]));
  }

  async put(entry: ScheduleEntry): Promise<void> {
    const next = nextRun({ ...entry, active: true }, this.#nowText());
    // A single time that has passed never fires.
    if (next === undefined) this.#known.delete(entry.scheduleId);
    else this.#known.set(entry.scheduleId, { entry, next });
  }

  async remove(scheduleId: string): Promise<void> {
    this.#known.delete(scheduleId);
  }

  /** Fires what is due. @param once only what fires once: the others never come to an end. */
  fire(once: boolean): void {
    const now = this.#nowText();
    for (const { entry, next } of [...this.#known.values()]) {
      if (next === undefined || next > now || (once && entry.cron !== undefined)) continue;
      if (entry.cron === undefined) this.#known.delete(entry.scheduleId);
      else this.#known.set(entry.scheduleId, { entry, next: nextRun({ ...entry, active: true }, now) });
      const { projectId: project_id, scheduleId: schedule_id } = entry;
      const firing = { project_id, schedule_id, scheduled_time: next };
      void this.#deliver(firing);
      if (this.#world.random.chance(this.#world.climate.streamFaults)) void this.#deliver(firing);
    }
  }

  async #deliver(firing: ScheduleFiring): Promise<void> {
    const { random } = this.#world;
    this.underWay += 1;
    await this.#world.sleep(random.pick(lateness));
    for (const until = this.#world.now + DELIVERED_WITHIN_SECONDS * 1000; this.#world.now < until; ) {
      const ended = await this.#world.spawn('start-scheduled', () => startScheduled(firing));
      if (ended.kind === 'answered') {
        this.delivered.push(firing);
        break;
      }
      await this.#world.sleep(random.between(15, 60) * 1000);
    }
    this.underWay -= 1;
  }

  #nowText = (): string => new Date(this.#world.now).toISOString();
}
