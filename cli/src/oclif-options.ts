import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { Interfaces } from '@oclif/core'

/**
 * How oclif finds us: the source and the built program alike, each beside the file that runs.
 *
 * @param alone for a command that is at hand already: it needs none of the others, and nobody asks
 *   for help
 */
export function oclifOptions({ alone = false } = {}): Interfaces.Options {
  const here = import.meta.dirname
  const root = dirname(here)
  const beside = (name: string) => join(here, name + extname(import.meta.filename))
  return {
    root,
    pjson: {
      ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
      oclif: {
        bin: 'silla',
        ...(alone ? {} : { commands: { strategy: 'explicit', target: beside('all-commands') } }),
        helpClass: beside('help'),
        additionalVersionFlags: ['-v'],
        hooks: { command_not_found: beside('command-not-found') },
        plugins: alone ? [] : ['@oclif/plugin-help'],
        topicSeparator: ' ',
        topics: {
          audit: { description: 'What staff changed in a salon, who and when' },
          bookings: {
            description: 'Visits: look at them, say what became of them, book one for somebody',
          },
          businesses: { description: 'Salons: set one up, look at it, stop it' },
          catalog: { description: 'What a salon offers: list it, bring it in, write it out' },
          completion: { description: 'Completing command lines in a shell' },
          db: { description: 'The database behind everything' },
          jobs: { description: 'What the worker has to do, and what it gave up' },
          customers: {
            description:
              'Who books at a salon: find them, answer what is kept about them, erase it',
          },
          keys: { description: 'API keys of a salon' },
          mail: { description: 'Letters to customers' },
          payments: { description: 'Money that customers paid online' },
          schedule: { description: 'When a salon opens and who works when' },
          'schedule:closures': { description: 'Days on which a salon is closed' },
          'schedule:overrides': {
            description: 'Days on which professionals work other times than usual',
          },
          'schedule:holidays': { description: 'Public holidays of all countries' },
          'schedule:hours': { description: 'When a salon opens in a usual week' },
          'schedule:shifts': { description: 'What professionals work in a usual week' },
          stripe: { description: 'The card processor: accounts of salons' },
          'stripe:webhook': { description: 'The events that the processor sends' },
        },
        additionalHelpFlags: helpFlags,
      },
    },
  }
}

export const helpFlags = ['--help', '-h']
