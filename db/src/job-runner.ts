import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { withoutSecrets } from '@silla/errors'
import type { Logger, TaskList, WorkerEvents } from 'graphile-worker'
import { jobsSchema } from './install-graphile-worker.ts'
import { addBackgroundWork, type LocalQueue, takeJobsInTurns } from './job-library-internals.ts'
import { openJobPool } from './job-pool.ts'
import { hasSeveralHosts, otherDriverUrl } from './other-driver-url.ts'
import { openPool, type Sql } from './pool.ts'

/** A job's parameters. They include its businessId, except for the nightly task's. */
export type JobPayload = Readonly<Record<string, unknown>>

/** One attempt at a job, counted from 1. */
export interface JobAttempt {
  attempt: number
  /** If this attempt fails too, the job is dead: it is kept, but not retried. */
  isLast: boolean
}

/**
 * Handlers by task name. A handler that throws is retried with growing delays. Handlers access the
 * database through TenantDb.
 */
export type JobTasks = Readonly<
  Record<string, (payload: JobPayload, attempt: JobAttempt) => Promise<void>>
>

/** The result of one attempt at a job. */
export interface JobReport extends JobAttempt {
  task: string
  payload: JobPayload
  milliseconds: number
  error?: unknown
}

/** Tasks that share the slots of one runner. */
export interface TaskGroup {
  tasks: JobTasks
  /** the number of jobs that run at once */
  concurrency: number
}

export interface JobRunnerOptions extends TaskGroup {
  /** a connection as silla_worker */
  url: string
  /** groups of tasks with slots of their own: no group waits for another */
  separate?: readonly TaskGroup[]
  /** the task that runs every night at 03:13 UTC */
  nightlyTask: string
  /**
   * Scheduled jobs of these tasks run within a minute of the start, and of each return of the
   * database: they look for events that were lost meanwhile
   */
  catchUpTasks?: readonly string[]
  onAttempt(report: JobReport): void
  /** Called when the database fails; the runner recovers by itself. */
  onError(error: unknown): void
}

export interface JobRunner {
  /**
   * Takes no new jobs, lets the running ones end, and returns those that have not ended after a
   * second to the queue: another worker runs them at once, so the process has to end now. If the
   * database is not reachable, stopping gives up half a second later; other workers then take these
   * jobs over.
   *
   * @returns how many jobs had not ended
   */
  stop(): Promise<{ returnedJobs: number }>
}

/**
 * Moves jobs from the outbox to the queue and runs those that are due, until it is stopped.
 *
 * @throws if the database cannot be reached at the start
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const outbox = openPool({ url: options.url, max: 1, name: 'silla-worker-outbox' })
  // the library would try to create its schema in a database that is not set up
  await outbox`select 'jobs'::regnamespace`.catch(async (error) => {
    await outbox.end()
    throw error
  })
  let runningJobs = 0
  const counted: CountedOptions = {
    ...options,
    onStart() {
      runningJobs++
    },
    onAttempt(report) {
      runningJobs--
      options.onAttempt(report)
    },
  }
  const runners = runnersOf(counted).map((each) => superviseRunner(each, outbox))
  const poolIds = () => runners.flatMap((runner) => runner.poolId() ?? [])
  const findTurns = openTurnFinder(outbox)
  const loops = [
    runEvery(relayIntervalMilliseconds, () => relayOutbox(outbox, findTurns), options.onError),
  ]
  const stop = async () => {
    const ended = Promise.all([...loops, ...runners].map((each) => each.stop()))
    await within(endMilliseconds, ended)
    const returnedJobs = runningJobs
    await within(closeMilliseconds, returnJobs())
    return { returnedJobs }

    async function returnJobs() {
      // the library waits until they end, and other workers until this one has been silent for long
      if (returnedJobs > 0) await outbox`select jobs.unlock(${poolIds()})`.catch(() => {})
      await outbox.end()
    }
  }
  try {
    await Promise.all(runners.map(({ started }) => started))
  } catch (error) {
    await stop()
    throw error
  }
  const workerId = randomUUID()
  loops.push(
    runEvery(
      heartbeatIntervalMilliseconds,
      () => sendHeartbeat(outbox, workerId, poolIds()),
      options.onError,
    ),
  )
  return { stop }
}

interface CountedOptions extends JobRunnerOptions {
  /** Called before each attempt. */
  onStart(): void
}

interface RunnerOptions
  extends TaskGroup,
    Pick<CountedOptions, 'url' | 'onStart' | 'onAttempt' | 'onError'> {
  catchUpTasks: readonly string[]
  crontab: string
}

/** Only one runner has the timetable. */
function runnersOf({
  separate = [],
  nightlyTask,
  catchUpTasks = [],
  ...options
}: CountedOptions): RunnerOptions[] {
  const first = { ...options, catchUpTasks, crontab: `13 3 * * * ${nightlyTask} ?fill=1d` }
  return [
    first,
    ...separate.map((group) => ({ ...options, ...group, catchUpTasks: [], crontab: '' })),
  ]
}

/** How long running jobs may take to end when the worker is stopped. */
const endMilliseconds = 1000
const closeMilliseconds = 500

const relayIntervalMilliseconds = 250
const relayBatchSize = 500

const heartbeatIntervalMilliseconds = 5000
const deadAfterSeconds = 20

/** Repeats work with a pause in between until it is stopped; errors during the stop are ignored. */
function runEvery(
  intervalMilliseconds: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  const delay = createDelay()
  const ended = (async () => {
    while (!delay.isCancelled()) {
      await work().catch((error) => delay.isCancelled() || onError(error))
      await delay.wait(intervalMilliseconds)
    }
  })()
  return {
    stop() {
      delay.cancel()
      return ended
    },
  }
}

/** A full batch is followed by the next one at once; between them, jobs that become due get their turns. */
async function relayOutbox(outbox: Sql, findTurns: () => Promise<void>): Promise<void> {
  let moved = relayBatchSize
  while (moved === relayBatchSize) {
    const [row] = await outbox<{ moved: number }[]>`select jobs.relay(${relayBatchSize}) as moved`
    moved = row?.moved ?? 0
    await findTurns()
  }
}

/** How many first jobs are looked at at once; more while that finds turns, as after a pause of all workers. */
const searchSize = { usual: 200, finding: 5000 }
const searchIntervalMilliseconds = 1000

/**
 * Finds the turns of jobs that have become due (`jobs.find_turns`): those of the last seconds at each call, and
 * whatever else waits little by little, at most once a second.
 */
function openTurnFinder(outbox: Sql): () => Promise<void> {
  let after: TurnSearch['nextAfter'] = null
  let isFinding = true
  let nextSearchAt = 0
  return async () => {
    const isPaused = after === null && performance.now() < nextSearchAt
    const size = isFinding ? searchSize.finding : searchSize.usual
    const [search] = await outbox<TurnSearch[]>`
      select next_after, added from jobs.find_turns(
        ${after === null ? null : outbox.json(after)}, ${isPaused ? 0 : size})`
    if (isPaused || search === undefined) return
    after = search.nextAfter
    isFinding = search.added > 0
    if (after === null) nextSearchAt = performance.now() + searchIntervalMilliseconds
  }
}

interface TurnSearch {
  nextAfter: Readonly<Record<string, string | number>> | null
  added: number
}

/** Records this worker's heartbeat and unlocks the jobs of dead workers. */
async function sendHeartbeat(outbox: Sql, workerId: string, poolIds: string[]): Promise<void> {
  if (poolIds.length > 0)
    await outbox`
      select jobs.record_heartbeat(
        ${workerId}, ${poolIds}, make_interval(secs => ${deadAfterSeconds}))`
}

const restartDelayMilliseconds = 1000
const giveUpMilliseconds = 3000

/**
 * Restarts the library's runner, which gives up when it cannot record how a job ended; a database
 * that was down comes back. First it unlocks the jobs of the previous run: they are locked under
 * its pool id, and nothing would run them.
 *
 * A runner that gives up has a few seconds to end. When several results were lost, the library
 * counts those it still has to record wrongly and waits for them for ever, while the heartbeat of
 * this process keeps other workers from taking its jobs over.
 */
function superviseRunner(options: RunnerOptions, outbox: Sql) {
  const delay = createDelay()
  let poolId: string | undefined
  let runner: OpenRunner | undefined
  const started = Promise.withResolvers<void>()
  const ended = (async () => {
    while (!delay.isCancelled()) {
      try {
        if (poolId) await outbox`select jobs.unlock(${[poolId]})`
        for (const task of options.catchUpTasks) await bringForward(outbox, task)
        runner = await openRunner(options, (id) => {
          poolId = id
        })
        started.resolve()
        await runner.ended
      } catch (error) {
        if (runner === undefined) return started.reject(error)
        options.onError(error)
        // one that is stuck keeps its timetable and its connections until it is stopped
        runner.stop().catch(() => {})
        await delay.wait(restartDelayMilliseconds)
      }
    }
  })()
  return {
    started: started.promise,
    /** the id that the library writes into the jobs it has locked */
    poolId: () => poolId,
    async stop() {
      delay.cancel()
      await runner?.stop().catch(() => {})
      await ended
    },
  }
}

const catchUpSeconds = 45

const bringForward = (outbox: Sql, task: string) =>
  outbox`select jobs.bring_forward(${task}, make_interval(secs => ${catchUpSeconds}))`

/**
 * A named queue is looked at again with this interval: the library does not report that the end of a
 * job is stored, which frees its queue for the next job.
 */
const pollMilliseconds = 100

/**
 * The library looks at as many jobs as it has slots, and takes one of each named queue. So one long
 * queue would hold up all jobs that are due later, until the next poll finds it busy.
 */
function lookAgain({ localQueue, jobs }: { localQueue: LocalQueue; jobs: readonly unknown[] }) {
  if (jobs.length > 0) localQueue.pulse(1)
}

/**
 * A runner that ends returns the jobs that wait for a slot. The library awaits that, and handles its
 * failure, only if other work of the queue is open at that moment. Without any, a database that is
 * not reachable would be an unhandled rejection and end the process.
 */
function awaitRelease(
  localQueue: LocalQueue,
  events: WorkerEvents,
  onError: (error: unknown) => void,
) {
  const released = Promise.withResolvers<void>()
  events.on('localQueue:setMode', ({ newMode }) => {
    if (newMode === 'RELEASED') released.resolve()
  })
  try {
    addBackgroundWork(localQueue, released.promise)
  } catch (error) {
    // jobs run without it
    onError(error)
  }
}

/** Starting and ending a job takes a connection for a moment; running it takes none. */
const mostConnections = 8

interface OpenRunner {
  /** Rejects when the library gives up, or gets stuck on the way. */
  ended: Promise<void>
  stop(): Promise<void>
}

async function openRunner(
  options: RunnerOptions,
  onPool: (poolId: string) => void,
): Promise<OpenRunner> {
  const { run, Logger } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id))
  events.on('localQueue:getJobs:complete', lookAgain)
  events.on('localQueue:init', ({ localQueue }) =>
    awaitRelease(localQueue, events, options.onError),
  )
  const isStuck = Promise.withResolvers<never>()
  isStuck.promise.catch(() => isOver.cancel())
  const isOver = createDelay()
  events.on('pool:gracefulShutdown', () => {
    const error = new Error('the job runner gave up and did not end')
    setTimeout(() => isStuck.reject(error), giveUpMilliseconds).unref()
  })
  const connectionString = await otherDriverUrl(options.url)
  const max = Math.min(options.concurrency, mostConnections) + 1
  const pool = openJobPool({ connectionString, max }, options.onError)
  const turns = { after: {} }
  pool.on('connect', (client) => takeJobsInTurns(client, turns))
  const runner = await run({
    pgPool: pool,
    schema: jobsSchema,
    taskList: taskListOf(options),
    crontab: options.crontab,
    concurrency: options.concurrency,
    pollInterval: pollMilliseconds,
    noHandleSignals: true,
    events,
    // Batched, because the library does not await the single statement that completes a job: a lost
    // connection would be an unhandled rejection and end the process.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // One query for all free slots. Without it each slot sends its own, which locks all queues:
        // slots that look for jobs at the same time hide them from each other until the next poll.
        localQueue: { size: options.concurrency },
      },
    },
    logger: errorLogger(Logger, options.onError),
  }).catch(async (error) => {
    await pool.end()
    throw error
  })
  runner.promise.finally(() => isOver.cancel()).catch(() => {})
  watchPrimary()
  return {
    ended: Promise.race([runner.promise, isStuck.promise]),
    stop: () => runner.stop().finally(() => pool.end()),
  }

  /** The library stays with the host that it was given; of several, another may become the primary. */
  async function watchPrimary() {
    if (!hasSeveralHosts(options.url)) return
    while (!isOver.isCancelled()) {
      await isOver.wait(primaryCheckMilliseconds)
      const present = await otherDriverUrl(options.url).catch(() => connectionString)
      if (present === connectionString) continue
      isStuck.reject(new Error('another host has become the primary'))
    }
  }
}

const primaryCheckMilliseconds = 500

/**
 * What the queue stores of an error. A job that failed stays there until somebody retries it, and what a mail
 * server says names the recipient, who may have been erased since (D12).
 */
const queuedError = (error: unknown): Error =>
  new Error(withoutSecrets(error instanceof Error ? error.message : String(error)))

const taskListOf = ({ tasks, onStart, onAttempt }: RunnerOptions): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, run]) => [
      task,
      async (input, { job }) => {
        const payload = (input ?? {}) as JobPayload
        const attempt = { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }
        const startedAt = performance.now()
        onStart()
        const report = (error?: unknown) =>
          onAttempt({
            task,
            payload,
            ...attempt,
            milliseconds: performance.now() - startedAt,
            error,
          })
        try {
          await run(payload, attempt)
        } catch (error) {
          report(error)
          throw queuedError(error)
        }
        report()
      },
    ]),
  )

/** Forwards the library's database errors; job results are reported by `onAttempt`. */
function errorLogger(Log: typeof Logger, onError: (error: unknown) => void): Logger {
  return new Log(() => (level, message, meta) => {
    if (level !== 'error' || meta?.failure === true) return
    onError(meta?.error ?? new Error(message))
  })
}

/** Waits for the work, but not longer. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timeout = createDelay()
  await Promise.race([work.finally(timeout.cancel), timeout.wait(milliseconds)])
}

/** Waits that end early when they are cancelled. */
function createDelay() {
  const controller = new AbortController()
  const { signal } = controller
  return {
    isCancelled: () => signal.aborted,
    cancel: () => controller.abort(),
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const timer = setTimeout(done, milliseconds)
        signal.addEventListener('abort', done, { once: true })
        function done() {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
      }),
  }
}
