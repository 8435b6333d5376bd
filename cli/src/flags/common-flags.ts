import { Flags } from '@oclif/core'

/** The salon that a command works on; the slug may also be the first argument (slug-argument.ts). */
export const businessFlag = Flags.string({
  char: 'b',
  description: 'The slug of the business.',
  required: true,
  helpValue: 'SLUG',
})

/**
 * A salon that may be left out.
 * @param description what the command does with it
 */
export const optionalBusinessFlag = (description: string) =>
  Flags.string({ char: 'b', description, helpValue: 'SLUG' })

const exactlyOne = ['business', 'all']

/**
 * One salon, or all of them.
 * @param allDescription which businesses `--all` selects
 */
export const oneOrAllFlags = (allDescription: string) => ({
  business: Flags.string({
    char: 'b',
    description: 'The slug of the business.',
    helpValue: 'SLUG',
    exactlyOne,
  }),
  all: Flags.boolean({ description: allDescription, exactlyOne }),
  mode: Flags.option({
    options: ['live', 'test', 'demo'] as const,
    description: 'With --all: only businesses in this mode.',
    dependsOn: ['all'],
  })(),
})

/** For a command that asks for confirmation. */
export const yesFlag = Flags.boolean({ char: 'y', description: 'Skip the confirmation prompt.' })

/** For a command that shows a plan before it changes a salon. */
export const changeFlags = {
  'dry-run': Flags.boolean({ description: 'Only show what would change.' }),
  yes: yesFlag,
  'allow-orphaned': Flags.boolean({
    description: 'Continue even if upcoming bookings would be orphaned.',
  }),
}

/** For a command that writes text to a file or to standard output. */
export const outputFlag = Flags.string({
  char: 'o',
  description: 'The file to write; an existing file is replaced.',
  helpValue: 'FILE',
})

/** For a list that may be long. */
export const pagingFlags = {
  limit: Flags.integer({
    description: 'Maximum number of entries on a page.',
    default: 50,
    min: 1,
    max: 1000,
  }),
  page: Flags.integer({ description: 'Page number, from 1.', default: 1, min: 1, max: 100_000 }),
}

/** The paging flags as the offset and limit of a query. */
export const pageOf = ({ limit, page }: { limit: number; page: number }) => ({
  offset: (page - 1) * limit,
  limit,
})

/** One day, or several days in a row. */
export const dayFlags = {
  day: Flags.string({
    description: 'The day: 2027-12-24, today or tomorrow.',
    helpValue: 'DAY',
    required: true,
  }),
  to: Flags.string({
    description: 'The last of several days in a row; --day is the first.',
    helpValue: 'DAY',
  }),
}

/** The range of days that a list shows. */
export const fromToFlags = {
  from: Flags.string({
    description: "The first day, in the salon's time zone.",
    helpValue: 'DAY',
    default: 'today',
  }),
  to: Flags.string({ description: 'The last day.', helpValue: 'DAY' }),
}
