/** Something that breaks, and the alert that has to fire then. */
export interface Cause {
  /** Its name in deploy/prometheus. */
  alert: string
  /** Labels that the alert has because of this cause; of another machine's disk it has others. */
  labels?: Record<string, string>
  /** What happens, for the report. */
  text: string
  happen(): Promise<unknown>
}

/** What causes need: they are opened while all is well. */
export interface OpenCauses {
  causes: Cause[]
  /** Addresses to scrape, by the job of prometheus.example.yaml. */
  targets: Record<string, string[]>
}

/** Why causes cannot be made on this machine. */
export class NotHere extends Error {}
