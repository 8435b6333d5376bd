import { Flags } from '@oclif/core'

/**
 * One salon, or many at once.
 * @param every which ones `--all` means
 */
export const oneOrAllFlags = (every: string) => ({
  business: Flags.string({
    char: 'b',
    description: 'The slug of the business.',
    helpValue: 'SLUG',
    exactlyOne,
  }),
  all: Flags.boolean({ description: every, exactlyOne }),
  mode: Flags.option({
    options: ['live', 'test', 'demo'] as const,
    description: 'With --all: only those of this mode.',
    dependsOn: ['all'],
  })(),
})

const exactlyOne = ['business', 'all']
