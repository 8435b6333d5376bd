import type { MetricsSource } from '@silla/core'
import type { JobReport } from '@silla/db'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The worker's metrics for Prometheus. */
export interface JobMetrics extends MetricsSource {
  recordAttempt(report: JobReport): void
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
  return {
    recordAttempt: (report) =>
      jobs.labels(report.task, outcomeOf(report)).observe(report.milliseconds / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function outcomeOf({ error, isLast }: JobReport): 'done' | 'failed' | 'given_up' {
  if (error === undefined) return 'done'
  return isLast ? 'given_up' : 'failed'
}
