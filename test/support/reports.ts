import type { JobReport } from '@silla/db'

/** Everything that a worker tells of its tries, and two ways to wait for it. */
export interface Reports {
  heard: JobReport[]
  hear(report: JobReport): void
  until(isEnough: (heard: readonly JobReport[]) => boolean): Promise<void>
  first(isIt: (report: JobReport) => boolean): Promise<JobReport>
}

export function openReports(): Reports {
  const heard: JobReport[] = []
  const waiting = new Set<() => void>()
  return {
    heard,
    hear(report) {
      heard.push(report)
      for (const look of waiting) look()
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
      await promise
      waiting.delete(resolve)
    }
  }
}
