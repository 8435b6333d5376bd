import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const rowIds = [
  'catalogue',
  'catalogue-304',
  'catalogue-redis',
  'day',
  'day-hot',
  'day-anyone',
  'month',
  'month-anyone',
  'create',
  'create-young',
  'create-prepayment',
  'create-deposit',
  'create-card',
  'create-aged',
  'agenda',
  'agenda-unchanged',
  'agenda-304',
  'bookings-day',
  'bookings-all',
  'reschedule',
  'cancel',
  'screen-catalogue',
  'screen',
  'screen-rest',
  'fairness',
  'login-flood',
  'burst',
  'calendar',
  'settings',
  'stalls',
  'policies',
] as const

/** Takes minutes, and is measured only when it is named. */
const eventsId = 'events'

export type RowId = (typeof rowIds)[number] | typeof eventsId

export interface Options {
  secondsPerMeasurement: number
  rounds: number
  rows: ReadonlySet<RowId>
  events: { count: number; ratePerSecond: number }
  /** The checkout whose code is measured. */
  codeFolder: string
  /** Where the results are written as JSON; null: nowhere. */
  outputFile: string | null
  /** An earlier run's results to compare with; null: none. */
  baselineFile: string | null
  /** Checkouts that are measured in turn with it. */
  otherFolders: string[]
  /** By how much PostgreSQL and the generator of floods yield to the API, in steps of `nice`. */
  niceness: number
}

export const help = `npm run bench [-- options]

Measures requests to the built API in production mode, on seeded diaries. docs/performance.md
explains the columns.

  --seconds N       duration of each measurement (default 2)
  --rounds N        how often every row is measured, in turn (default 3)
  --only ROW        measure this row only; may be repeated. The bare route is always measured.
                    ${rowIds.slice(0, 7).join(', ')},
                    ${rowIds.slice(7).join(', ')};
                    events, which only this option measures, and nothing beside it
  --events N        how many events (default 50000)
  --rate N          how many are recorded per second (default 100)
  --json FILE       write the results
  --baseline FILE   compare with the results of an earlier run
  --code FOLDER     measure the code of another checkout, such as one of an earlier commit
  --against FOLDER  measure another checkout too, on the same database and in turn, and compare;
                    its programs must work with the schema of --code; may be repeated
  --nice N          let PostgreSQL and the generator of floods yield to the API, as \`nice -n N\`
  --help
`

/**
 * Reads the command line; null: the help was requested.
 *
 * @throws Error with one sentence about an unknown or invalid option
 */
export function readOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true },
      events: { type: 'string', default: '50000' },
      rate: { type: 'string', default: '100' },
      json: { type: 'string' },
      baseline: { type: 'string' },
      code: { type: 'string', default: '.' },
      nice: { type: 'string' },
      against: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    secondsPerMeasurement: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    rows: new Set(values.only?.map(rowId) ?? rowIds),
    events: {
      count: positive('events', values.events),
      ratePerSecond: positive('rate', values.rate),
    },
    codeFolder: resolve(values.code),
    outputFile: values.json ?? null,
    baselineFile: values.baseline ?? null,
    otherFolders: values.against.map((folder) => resolve(folder)),
    niceness: values.nice === undefined ? 0 : positive('nice', values.nice),
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number of at least 1, not ${text}`)
}

function rowId(text: string): RowId {
  const ids = [...rowIds, eventsId] as const
  const found = ids.find((id) => id === text)
  if (found !== undefined) return found
  throw new Error(`--only ${text}: no such row; there are ${ids.join(', ')}`)
}
