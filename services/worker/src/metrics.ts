import type { MetricsSource } from '@silla/core'
import type { JobReport } from '@silla/db'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What the worker tells Prometheus. */
export interface JobMetrics extends MetricsSource {
  tried(report: JobReport): void
}

/** @param how.isAlone the process is the worker's own, and its memory and time are told too */
export function openJobMetrics({ isAlone }: { isAlone: boolean } = { isAlone: true }): JobMetrics {
  const registry = new Registry()
  if (isAlone) collectDefaultMetrics({ register: registry })
  const jobs = new Histogram({
    name: 'silla_job_seconds',
    help: 'A try of a job: done, failed and to be tried again, or given up',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  return {
    tried: (report) =>
      jobs.labels(report.task, outcomeOf(report)).observe(report.milliseconds / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function outcomeOf({ error, isLast }: JobReport): 'done' | 'failed' | 'given_up' {
  if (error === undefined) return 'done'
  return isLast ? 'given_up' : 'failed'
}
