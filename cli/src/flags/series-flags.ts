import { Flags } from '@oclif/core'
import type { Repetition, SeriesScope } from '@silla/core'

/** How often a new booking is repeated. */
export const repetitionFlags = {
  'every-weeks': Flags.integer({
    description:
      'Repeat the visit every so many weeks, on the same day of the week and at the same time: 1 to ' +
      '12. Needs --times.',
    dependsOn: ['times'],
    min: 1,
    max: 12,
    helpValue: 'WEEKS',
  }),
  times: Flags.integer({
    description: 'How many visits a repeated booking makes, the first included: 2 to 12.',
    dependsOn: ['every-weeks'],
    min: 2,
    max: 12,
    helpValue: 'TIMES',
  }),
}

/** Null: the booking is not repeated. */
export const readRepetition = (flags: {
  'every-weeks'?: number | undefined
  times?: number | undefined
}): Repetition | null =>
  flags['every-weeks'] === undefined || flags.times === undefined
    ? null
    : { everyWeeks: flags['every-weeks'], times: flags.times }

export const followingFlag = Flags.boolean({
  description: 'Of a booking that is repeated, the visits that are to come after it as well.',
})

export const readScope = (following: boolean | undefined): SeriesScope =>
  following === true ? 'following' : 'this'

export const noEmailFlag = Flags.boolean({
  description: 'Send the customer no email about it.',
})
