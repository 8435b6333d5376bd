import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { Interfaces } from '@oclif/core'

/**
 * oclif's options for both the source and the build: all paths are next to this file.
 *
 * @param alone for a command that is already loaded: without the other commands and help
 */
export function oclifOptions({ alone = false } = {}): Interfaces.Options {
  const folder = import.meta.dirname
  const root = dirname(folder)
  const sibling = (name: string) => join(folder, name + extname(import.meta.filename))
  return {
    root,
    pjson: {
      ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
      oclif: {
        bin: 'silla',
        ...(alone ? {} : { commands: { strategy: 'explicit', target: sibling('all-commands') } }),
        helpClass: sibling('help'),
        additionalVersionFlags: ['-v'],
        hooks: { command_not_found: sibling('command-not-found') },
        plugins: alone ? [] : ['@oclif/plugin-help'],
        topicSeparator: ' ',
        topics: {
          audit: { description: 'Audit log: list what staff changed in a salon' },
          blocks: { description: 'Blocked time of professionals: list, create, delete' },
          bookings: {
            description:
              'Bookings: list, show, create, reschedule, reassign, confirm, complete, no-show, cancel, realign',
          },
          businesses: {
            description: 'Salons: create, list, apply a salon file, export, suspend, delete',
          },
          calendars: { description: 'Calendars to subscribe to: create, list, revoke' },
          catalog: {
            description: 'Categories, services and products: list, import, export, translate',
          },
          clock: { description: "A test salon's own clock: show, set forward" },
          completion: { description: 'Shell completion for bash and zsh' },
          customers: { description: 'Customers: search, show, export, erase, block' },
          db: { description: 'The database: set up, migrate, check, repair, reset' },
          'db:passwords': { description: 'Logins of the database: list, rotate, retire' },
          events: { description: 'What has happened at a salon: list' },
          holds: { description: 'Times that customers hold at the moment: list, release' },
          jobs: { description: 'Background jobs: list, retry' },
          keys: { description: 'API keys of a salon: create, list, rotate, revoke' },
          mail: { description: 'Outbound email: list, show, retry' },
          messages: { description: 'Messages to phones: list, show, retry' },
          'messages:senders': {
            description: 'What a salon sends messages from: list, set, remove',
          },
          'messages:templates': {
            description: 'Texts of messages, their length and what WhatsApp says: list, set',
          },
          payments: { description: 'Online payments: list, show, refund, reconcile' },
          reports: { description: 'What happened in a salon, in figures' },
          schedule: { description: 'Opening hours, shifts, closures, overrides and holidays' },
          'schedule:closures': { description: 'Days on which a salon is closed' },
          'schedule:holidays': { description: 'Public holidays by country' },
          'schedule:hours': { description: 'Weekly opening hours of a salon' },
          'schedule:overrides': {
            description: 'Days on which a professional is off or works other times',
          },
          'schedule:shifts': { description: 'Weekly shifts of professionals' },
          staff: { description: 'People who work with Silla in a salon: invite, list, deactivate' },
          stripe: { description: 'Payment processor: connected accounts and webhooks' },
          'stripe:webhook': {
            description: 'The webhook that receives the events of the processor',
          },
          support: { description: 'Access of support to a salon: open, enter, list, close' },
          till: { description: 'Money taken at the desk: charge, sell, void, list' },
          waitlist: { description: 'Waitlist of a salon: list, show, accept, remove' },
          webhooks: { description: "Events on a salon's own servers: endpoints, deliveries, test" },
          'webhooks:deliveries': { description: 'The log of an endpoint: list, redeliver' },
          'webhooks:endpoints': {
            description: 'Where events are delivered: list, create, update, delete, rotate',
          },
        },
        additionalHelpFlags: helpFlags,
      },
    },
  }
}

export const helpFlags = ['--help', '-h']
