import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A demo business and its keys, which are public: they are in its seed file. */
export interface DemoBusiness {
  slug: string
  id: string
  name: string
  timezone: string
  publishableKey: string
  secretKey: string
  /** It accepts online payments. */
  takesPayments: boolean
}

/** What `npm start` runs, for scripts. */
export interface DemoFile {
  /** Where the API listens, without a path. */
  baseUrl: string
  /** The URL of the fake Stripe; null: a real processor takes the payments. */
  processorUrl: string | null
  businesses: DemoBusiness[]
}

/** Written when everything is ready: `<data dir>/demo.json`. */
export const writeDemoFile = (dataDir: string, demo: DemoFile): void =>
  writeFileSync(pathIn(dataDir), `${JSON.stringify(demo, null, 2)}\n`)

/** @returns what the last start wrote; null when no start has completed */
export function readDemoFile(dataDir: string): DemoFile | null {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))
  } catch {
    return null
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'demo.json')
