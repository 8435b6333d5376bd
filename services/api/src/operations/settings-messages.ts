import { pageUrls, readMessageSetup } from '@silla/core'
import { textsAtSalon } from '@silla/messaging'
import { MessageSetupWire, serializeMessageSetup } from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** What a salon sends to phones (D77); its platform gives it senders. */
export const settingsMessageOperations = [
  operation({
    name: 'ajustes.mensajes.ver',
    tag: 'Settings',
    summary: 'Get the messages to phones',
    description:
      'By which channels the business sends, how many messages it has sent this month, and every text in each ' +
      'language: as how many messages it is billed by SMS, and what WhatsApp says of its template.',
    rest: { method: 'GET', path: '/ajustes/mensajes/' },
    graphql: { field: 'ajustes_mensajes' },
    access: 'settings.business',
    result: one(MessageSetupWire),
    errors: {},
    weight: 'list',
    async run(context) {
      const setup = await readMessageSetup(context)
      const { business, settings } = context.catalog
      const pages = pageUrls(context.options.publicUrl, context.tenant.slug, settings)
      return { ...setup, texts: textsAtSalon({ name: business.name, pages }, setup.templates) }
    },
    respond: serializeMessageSetup,
  }),
]
