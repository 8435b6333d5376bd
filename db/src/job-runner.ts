import { EventEmitter } from 'node:events'
import type { Logger, Runner, TaskList, WorkerEvents } from 'graphile-worker'
import { jobsSchema } from './install-graphile-worker.ts'
import { openPool, type Sql } from './pool.ts'
import { urlForJobs } from './url-for-jobs.ts'

/** What a job is about; its business among it, but for the one that begins the night. */
export type JobPayload = Readonly<Record<string, unknown>>

/** Which try of a job this is, counted from 1. */
export interface JobTry {
  attempt: number
  /** When this one fails too the job is given up, and stays to be looked at. */
  isLast: boolean
}

/**
 * By name. A task that throws is tried again, later and later. Whatever it asks of the database
 * goes through the door.
 */
export type JobTasks = Readonly<
  Record<string, (payload: JobPayload, tried: JobTry) => Promise<void>>
>

/** How one try of a job went. */
export interface JobReport extends JobTry {
  task: string
  payload: JobPayload
  milliseconds: number
  error?: unknown
}

export interface JobRunnerOptions {
  /** as silla_worker */
  url: string
  tasks: JobTasks
  /** what begins every night, at 03:13 UTC */
  nightly: string
  /** how many jobs at once */
  concurrency: number
  onTried(report: JobReport): void
  /** Trouble with the database; the runner finds its way back by itself. */
  onTrouble(error: unknown): void
}

export interface JobRunner {
  /**
   * Takes no new job, lets the running ones end, and hands back what has not ended within a second.
   * What a database that is gone cannot be handed is given up half a second later: other workers
   * take it up.
   */
  stop(): Promise<void>
}

/**
 * Takes over the jobs asked for and runs what is due, until it is stopped.
 *
 * @throws when the database cannot be reached at the start
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const outbox = openPool({ url: options.url, max: 1, name: 'silla-worker-outbox' })
  const runner = keepRunning(options, outbox)
  const loops = [keepDoing(relayEveryMilliseconds, () => relayAll(outbox), options.onTrouble)]
  const stop = async () => {
    const patience = openRest()
    const stopped = Promise.all([...loops.map((loop) => loop.stop()), runner.stop(), outbox.end()])
    await Promise.race([stopped.finally(patience.end), patience.wait(stopWithinMilliseconds)])
  }
  try {
    await runner.started
  } catch (error) {
    await stop()
    throw error
  }
  loops.push(
    keepDoing(aliveEveryMilliseconds, () => keepAlive(outbox, runner.poolId()), options.onTrouble),
  )
  return { stop }
}

const stopWithinMilliseconds = 1500

const relayEveryMilliseconds = 250
const relayAtMost = 500

const aliveEveryMilliseconds = 5000
const deadAfterSeconds = 20

/**
 * Does it, rests, and does it again, until it is stopped; what goes wrong then is nobody's trouble.
 */
function keepDoing(
  everyMilliseconds: number,
  work: () => Promise<void>,
  onTrouble: (error: unknown) => void,
) {
  const rest = openRest()
  const ended = (async () => {
    while (!rest.isOver()) {
      await work().catch((error) => rest.isOver() || onTrouble(error))
      await rest.wait(everyMilliseconds)
    }
  })()
  return {
    stop() {
      rest.end()
      return ended
    },
  }
}

/** A full load is followed by the next one at once. */
async function relayAll(outbox: Sql): Promise<void> {
  let taken = relayAtMost
  while (taken === relayAtMost) {
    const [row] = await outbox<{ taken: number }[]>`select jobs.relay(${relayAtMost}) as taken`
    taken = row?.taken ?? 0
  }
}

/** Says that this worker lives, and sets free what dead ones had begun. */
async function keepAlive(outbox: Sql, poolId: string | undefined): Promise<void> {
  if (poolId)
    await outbox`select jobs.keep_alive(${poolId}, make_interval(secs => ${deadAfterSeconds}))`
}

const beginAnewAfterMilliseconds = 1000

/**
 * The library gives up when it cannot write down how a job ended; a database that was away comes
 * back, and so do we. What the last run held is let go of then: under its name nobody takes it up
 * again.
 */
function keepRunning(options: JobRunnerOptions, outbox: Sql) {
  const rest = openRest()
  let poolId: string | undefined
  let runner: Runner | undefined
  const first = Promise.withResolvers<void>()
  const ended = (async () => {
    while (!rest.isOver()) {
      try {
        if (poolId) await outbox`select jobs.force_unlock_workers(${[poolId]})`
        runner = await openRunner(options, (id) => {
          poolId = id
        })
        first.resolve()
        await runner.promise
      } catch (error) {
        if (runner === undefined) return first.reject(error)
        options.onTrouble(error)
        await rest.wait(beginAnewAfterMilliseconds)
      }
    }
  })()
  return {
    started: first.promise,
    /** what the library writes into the jobs it has taken */
    poolId: () => poolId,
    async stop() {
      rest.end()
      await runner?.stop().catch(() => {})
      await ended
    },
  }
}

async function openRunner(
  options: JobRunnerOptions,
  onPool: (poolId: string) => void,
): Promise<Runner> {
  const { run, Logger } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id))
  return run({
    connectionString: urlForJobs(options.url),
    schema: jobsSchema,
    taskList: taskListOf(options),
    crontab: `13 3 * * * ${options.nightly} ?fill=1d`,
    concurrency: options.concurrency,
    maxPoolSize: options.concurrency + 1,
    pollInterval: 2000,
    gracefulShutdownAbortTimeout: 1000,
    noHandleSignals: true,
    events,
    // in batches, because alone nobody waits for the word that a job has ended: a lost connection
    // would end the process
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: troubleLogger(Logger, options.onTrouble),
  })
}

const taskListOf = ({ tasks, onTried }: JobRunnerOptions): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, run]) => [
      task,
      async (given, { job }) => {
        const payload = (given ?? {}) as JobPayload
        const tried = { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }
        const startedAt = performance.now()
        const report = (error?: unknown) =>
          onTried({ task, payload, ...tried, milliseconds: performance.now() - startedAt, error })
        try {
          await run(payload, tried)
        } catch (error) {
          report(error)
          throw error
        }
        report()
      },
    ]),
  )

/** How jobs went is told by `onTried`; what is left is the library's trouble with the database. */
function troubleLogger(Log: typeof Logger, onTrouble: (error: unknown) => void): Logger {
  return new Log(() => (level, message, meta) => {
    if (level !== 'error' || meta?.failure === true) return
    onTrouble(meta?.error ?? new Error(message))
  })
}

/** A wait that ends early when all is over. */
function openRest() {
  const over = new AbortController()
  return {
    isOver: () => over.signal.aborted,
    end: () => over.abort(),
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (over.signal.aborted) return resolve()
        const timer = setTimeout(done, milliseconds)
        over.signal.addEventListener('abort', done, { once: true })
        function done() {
          clearTimeout(timer)
          over.signal.removeEventListener('abort', done)
          resolve()
        }
      }),
  }
}
