import { Flags } from '@oclif/core'

/** For what holds on a day, or on several in a row. */
export const dayFlags = {
  day: Flags.string({
    description: 'Which day: 2027-12-24, today, tomorrow.',
    helpValue: 'DAY',
    required: true,
  }),
  to: Flags.string({
    description: 'The last of several days in a row; --day is the first.',
    helpValue: 'DAY',
  }),
}

/** For a list of days. */
export const fromToFlags = {
  from: Flags.string({
    description: 'The first day, where the salon is.',
    helpValue: 'DAY',
    default: 'today',
  }),
  to: Flags.string({ description: 'The last day.', helpValue: 'DAY' }),
}
