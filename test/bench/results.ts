import type { Burst } from './burst.ts'
import type { CalendarReads } from './calendars.ts'
import type { InterferenceSample } from './interference.ts'
import type { Machine } from './machine.ts'
import type { Sample } from './measurement.ts'
import type { PolicySample } from './policies.ts'
import type { SettingsRequests } from './settings.ts'
import type { Stall } from './stalls.ts'

/** The results of a run, as `--json` writes them. */
export interface Results extends CodeResults {
  machine: Machine
  rounds: number
  secondsPerMeasurement: number
  interference: { title: string; samples: InterferenceSample[] }[]
  policies: { title: string; samples: PolicySample[] }[]
  bursts: Burst[]
  calendars: CalendarReads[]
  settings: SettingsRequests[]
  /** Of the API process, at the end and at most. */
  residentMegabytes: { end: number; peak: number }
  /** Of other code, measured in turn with it. */
  others: CodeResults[]
}

/** The rows of one version of the code. */
export interface CodeResults {
  commit: string
  /** The first is the bare route, measured before each of the others. */
  rows: { id: string; title: string; requestsPerUnit: number; samples: RowSample[] }[]
  stalls: Stall[]
}

export interface RowSample extends Sample {
  /** The bare route just before; absent in its own samples. */
  bare?: Sample
}
