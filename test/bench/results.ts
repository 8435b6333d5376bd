import type { Burst } from './burst.ts'
import type { InterferenceSample } from './interference.ts'
import type { Machine } from './machine.ts'
import type { Sample } from './measurement.ts'
import type { PolicySample } from './policies.ts'

/** The results of a run, as `--json` writes them. */
export interface Results {
  commit: string
  machine: Machine
  secondsPerMeasurement: number
  /** One sample per round; the bare route is the first row. */
  rows: { id: string; title: string; requestsPerUnit: number; samples: Sample[] }[]
  interference: { title: string; samples: InterferenceSample[] }[]
  policies: { title: string; samples: PolicySample[] }[]
  bursts: Burst[]
  /** Of the API process, at the end and at most. */
  residentMegabytes: { end: number; peak: number }
}
