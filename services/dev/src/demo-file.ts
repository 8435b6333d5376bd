import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A demo business and its keys, which stand in its seed file for everybody to read. */
export interface DemoBusiness {
  slug: string
  id: string
  name: string
  timezone: string
  publishableKey: string
  secretKey: string
  /** it wants to be paid online */
  takesPayments: boolean
}

/** What was started, for programs that try Silla out. */
export interface DemoFile {
  /** where the API listens, without a path */
  baseUrl: string
  /** where the practice processor is; null: a real one takes the money */
  processorUrl: string | null
  businesses: DemoBusiness[]
}

/** Written when everything is ready: `<data dir>/demo.json`. */
export const writeDemoFile = (dataDir: string, demo: DemoFile): void =>
  writeFileSync(pathIn(dataDir), `${JSON.stringify(demo, null, 2)}\n`)

/** @returns what the last start wrote, or nothing when none came as far */
export function readDemoFile(dataDir: string): DemoFile | null {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))
  } catch {
    return null
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'demo.json')
