import type { DeliveryMetrics, EventType, MetricsSource } from '@silla/core'
import type { JobReport, jobQueries } from '@silla/db'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { outcomeOf } from './job-outcome.ts'
import type { MessageOutcome } from './message-tasks.ts'

/** The worker's metrics for Prometheus. */
export interface JobMetrics extends MetricsSource {
  recordAttempt(report: JobReport): void
  /** What has happened at the salons. An event counts once, when it gets its position (D31). */
  countEvents(types: readonly EventType[]): void
  deliveries: DeliveryMetrics
  countMessage(outcome: MessageOutcome): void
  /**
   * From now on the backlog is read whenever the metrics are.
   *
   * @param find null: it cannot be read now, and the metrics leave it out
   */
  readBacklog(find: () => Promise<jobQueries.JobBacklog | null>): void
}

/** @param options.isAlone the worker has its own process, whose memory and CPU are included */
export function openJobMetrics({ isAlone }: { isAlone: boolean } = { isAlone: true }): JobMetrics {
  const registry = new Registry()
  if (isAlone) collectDefaultMetrics({ register: registry })
  const jobs = new Histogram({
    name: 'silla_job_seconds',
    help: 'Duration of one attempt at a job; outcome: done, failed (will be retried) or given_up',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  const events = new Counter({
    name: 'silla_events_total',
    help: 'Events of the salons, by type: bookings, payments, reviews and so on',
    labelNames: ['type'],
    registers: [registry],
  })
  const messages = new Counter({
    name: 'silla_messages_total',
    help:
      'Messages to phones, by outcome: sent, unknown, failed, postponed, dropped (another channel or the email ' +
      'took over before an attempt), undelivered (they took over later)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const deliveries = new Histogram({
    name: 'silla_event_delivery_seconds',
    help: 'Duration of one attempt to deliver an event; outcome: delivered or failed',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  })
  const lag = new Histogram({
    name: 'silla_event_delivery_lag_seconds',
    help: 'Time from an event to the end of its first attempt',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 60, 600, 3600],
    registers: [registry],
  })
  const dueJobs = new Gauge({
    name: 'silla_jobs_due',
    help: 'Jobs that are due and have not started, of all workers; more than 10000 are not counted',
    registers: [registry],
  })
  const oldestDue = new Gauge({
    name: 'silla_jobs_oldest_due_seconds',
    help: 'For how long the oldest of these jobs has been due; 0: there is none',
    registers: [registry],
  })
  let findBacklog: () => Promise<jobQueries.JobBacklog | null> = async () => null

  async function updateBacklog() {
    const backlog = await findBacklog()
    if (backlog === null) {
      for (const gauge of [dueJobs, oldestDue]) gauge.remove()
    } else {
      dueJobs.set(backlog.dueJobs)
      oldestDue.set(backlog.oldestDueSeconds)
    }
  }

  return {
    recordAttempt: (report) =>
      jobs.labels(report.task, outcomeOf(report)).observe(report.milliseconds / 1000),
    countEvents(types) {
      for (const type of types) events.inc({ type })
    },
    deliveries: {
      onAttempt({ succeeded, milliseconds, lagMilliseconds }) {
        deliveries.labels(succeeded ? 'delivered' : 'failed').observe(milliseconds / 1000)
        if (lagMilliseconds !== null) lag.observe(lagMilliseconds / 1000)
      },
    },
    countMessage: (outcome) => messages.inc({ outcome }),
    readBacklog(find) {
      findBacklog = find
    },
    async text() {
      await updateBacklog()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
