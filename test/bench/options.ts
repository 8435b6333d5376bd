import { Flags } from '@oclif/core'
import { codeOption, countOption, several } from '../support/program-options.ts'

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

export const program = {
  command: 'npm run bench',
  about:
    'Measures requests to the built API in production mode, on seeded diaries. docs/performance.md explains the ' +
    'columns.',
  options: {
    seconds: countOption('duration of each measurement', 2),
    rounds: countOption('how often every row is measured, in turn', 3),
    only: Flags.option({
      ...several,
      helpValue: 'ROW',
      description:
        `only these rows; the bare route is always measured: ${rowIds.join(', ')}, and ${eventsId}, which only ` +
        'this option measures, and nothing beside it',
      options: [...rowIds, eventsId] as const,
    })(),
    events: countOption('how many events', 50_000),
    rate: countOption('how many of them are recorded per second', 100),
    json: Flags.string({ helpValue: 'FILE', description: 'write the results' }),
    baseline: Flags.file({
      helpValue: 'FILE',
      description: 'compare with the results of an earlier run',
      exists: true,
    }),
    code: codeOption(),
    against: Flags.directory({
      ...several,
      helpValue: 'FOLDER',
      description:
        'measure another checkout too, on the same database and in turn, and compare; its programs must work with ' +
        'the schema of --code',
      exists: true,
    }),
    nice: countOption(
      'let PostgreSQL and the generator of floods yield to the API, as `nice -n`',
      0,
      0,
    ),
  },
}
