import { ProcessorError } from '@silla/core'
import type { Random } from '../support/random.ts'
import { SimulationFailure } from './failure.ts'
import type { World } from './world.ts'

/** How the worker behaves while time passes. */
export type WorkerMode =
  /** Every job at its time. */
  | 'prompt'
  /** It was stopped: everything that has become due runs at the end, in any order. */
  | 'late'
  /** It is stopped: nothing runs. */
  | 'stopped'

interface QueuedJob {
  task: string
  payload: Record<string, unknown>
  key: string | null
  /** Epoch milliseconds. */
  runAt: number
  attempts: number
}

/**
 * The worker of one salon in virtual time: it takes the jobs from the outbox and runs the real tasks
 * at the times that the simulation chooses. The queue of the database and its scheduler have their
 * own tests (`test/worker`).
 */
export class JobQueue {
  readonly #world: World
  readonly #businessId: string
  #jobs: QueuedJob[] = []

  constructor(world: World, businessId: string) {
    this.#world = world
    this.#businessId = businessId
  }

  /**
   * Advances the clock and runs what is due on the way. A job that enqueues itself again runs twice
   * at most, the second time at the end, so that a month of polling does not take a month.
   *
   * @param until epoch milliseconds
   * @param mayFail whether the processor may be unavailable
   */
  async advance(
    until: number,
    { mode, random, mayFail }: { mode: WorkerMode; random: Random; mayFail: boolean },
  ): Promise<void> {
    const { clock } = this.#world.api
    if (mode === 'prompt') await this.#runUntil(until, mayFail)
    clock.set(new Date(until))
    if (mode === 'stopped') return
    for (let round = 0; round < 2; round++) {
      await this.#collect()
      const due = this.#takeDue(until)
      while (due.length > 0) {
        const [job] = due.splice(mode === 'late' ? random.integer(0, due.length - 1) : 0, 1)
        if (job) await this.#run(job, mayFail)
      }
    }
  }

  /** Runs a task that has no job of its own, as the night does. */
  async runTask(task: string, mayFail: boolean): Promise<void> {
    await this.#run({ task, payload: {}, key: null, runAt: 0, attempts: 0 }, mayFail)
  }

  async #runUntil(until: number, mayFail: boolean): Promise<void> {
    const { clock } = this.#world.api
    const hasRun = new Set<string>()
    await this.#collect()
    for (;;) {
      const next = () => this.#firstDue(until, hasRun)
      const job = next() ?? ((await this.#collect()) > 0 ? next() : null)
      if (job === null) return
      this.#jobs.splice(this.#jobs.indexOf(job), 1)
      hasRun.add(nameOf(job))
      if (job.runAt > clock.now().getTime()) clock.set(new Date(job.runAt))
      await this.#run(job, mayFail)
    }
  }

  #firstDue(until: number, hasRun: ReadonlySet<string>): QueuedJob | null {
    return this.#jobs
      .filter((each) => each.runAt <= until && !hasRun.has(nameOf(each)))
      .reduce<QueuedJob | null>(
        (first, each) => (first === null || each.runAt < first.runAt ? each : first),
        null,
      )
  }

  #takeDue(until: number): QueuedJob[] {
    const due = this.#jobs.filter(({ runAt }) => runAt <= until)
    this.#jobs = this.#jobs.filter(({ runAt }) => runAt > until)
    return due.sort((one, other) => one.runAt - other.runAt)
  }

  async #run(job: QueuedJob, mayFail: boolean): Promise<void> {
    const payload = { businessId: this.#businessId, ...job.payload }
    const task = this.#world.tasks[job.task]
    if (!task) throw new SimulationFailure('every job has a task', job.task)
    try {
      await task(payload, { attempt: job.attempts + 1, isLast: false })
    } catch (error) {
      if (!(mayFail && error instanceof ProcessorError))
        throw new SimulationFailure('a job does not fail', `${job.task}: ${(error as Error).stack}`)
      const runAt = this.#world.api.clock.now().getTime() + 60_000
      this.#jobs.push({ ...job, attempts: job.attempts + 1, runAt })
    }
  }

  /**
   * Moves this salon's jobs out of the outbox. A job replaces the waiting one with its key; a row
   * without a task only removes it.
   *
   * @returns how many
   */
  async #collect(): Promise<number> {
    const { outbox, isCluster } = this.#world
    if (isCluster) await outbox`select jobs.collect(1000, ${[this.#businessId]}::uuid[])`
    const rows = await outbox<
      {
        task: string | null
        payload: Record<string, unknown>
        jobKey: string | null
        runAt: Date | null
      }[]
    >`
      with taken as (
        delete from jobs.outbox where payload ->> 'businessId' = ${this.#businessId}
        returning id, task, payload, job_key, run_at)
      select task, payload, job_key, run_at from taken order by id`
    const now = this.#world.api.clock.now().getTime()
    for (const { task, payload, jobKey: key, runAt } of rows) {
      if (key !== null) this.#jobs = this.#jobs.filter((each) => each.key !== key)
      if (task === null || leftOut.includes(task)) continue
      const { businessId: _, ...rest } = payload
      this.#jobs.push({ task, payload: rest, key, runAt: runAt?.getTime() ?? now, attempts: 0 })
    }
    return rows.length
  }
}

/** Emails are not sent, and events are numbered by the night: both cost time and decide nothing. */
const leftOut = ['send-mail', 'position-events']

const nameOf = ({ task, payload }: QueuedJob) => `${task} ${JSON.stringify(payload)}`
