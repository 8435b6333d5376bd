import type { JobReport } from '@silla/db'
import { inTime } from './in-time.ts'

/** The reports of a worker's attempts, and two ways to wait for them. */
export interface Reports {
  received: JobReport[]
  add(report: JobReport): void
  until(isEnough: (heard: readonly JobReport[]) => boolean): Promise<void>
  first(isIt: (report: JobReport) => boolean): Promise<JobReport>
}

export function openReports(): Reports {
  const heard: JobReport[] = []
  const waiting = new Set<() => void>()
  return {
    received: heard,
    add(report) {
      heard.push(report)
      for (const check of waiting) check()
    },
    until,
    async first(isIt) {
      await until((all) => all.some(isIt))
      return heard.find(isIt) as JobReport
    },
  }

  async function until(isEnough: (heard: readonly JobReport[]) => boolean) {
    while (!isEnough(heard)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      await inTime(promise, 'The report')
      waiting.delete(resolve)
    }
  }
}
