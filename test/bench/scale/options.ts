import { parseArgs } from 'node:util'

export interface ScaleOptions {
  /** Of the large data set. */
  salons: number
  /** Of all of its salons together. */
  bookings: number
  secondsPerMeasurement: number
  rounds: number
  /** Where the databases are kept; null: they are removed at the end. */
  dataFolder: string | null
}

export const help = `npm run bench:scale [-- options]

Loads a small and a large data set into databases of their own and compares what requests, commands
and background work cost. docs/performance.md explains the figures.

  --salons N        salons of the large data set (default 2000)
  --bookings N      their bookings, all together (default 10000000, which takes about 25 GB)
  --seconds N       duration of each measurement (default 2)
  --rounds N        how often every row is measured, in turn (default 3)
  --keep FOLDER     keep the databases in this folder; another run uses those that are there
  --help
`

/**
 * Reads the command line; null: the help was requested.
 *
 * @throws Error with one sentence about an unknown or invalid option
 */
export function readOptions(args: string[]): ScaleOptions | null {
  const { values } = parseArgs({
    args,
    options: {
      salons: { type: 'string', default: '2000' },
      bookings: { type: 'string', default: '10000000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    salons: positive('salons', values.salons),
    bookings: positive('bookings', values.bookings),
    secondsPerMeasurement: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    dataFolder: values.keep ?? null,
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number of at least 1, not ${text}`)
}
