import { Flags } from '@oclif/core'
import { languages } from '@silla/locale'
import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class MessagesTemplatesList extends SillaCommand {
  static override summary =
    'List the texts of messages, their length and what WhatsApp says of them'
  static override description =
    'Every text in each language under its name at WhatsApp; what WhatsApp says of it, and what it is billed as ' +
    'by SMS with the name and page of the business: segments of 160 characters in GSM-7, or of 70 in UCS-2 as ' +
    'soon as one character is not in GSM-7. The worker reads the states each night, and when messages ' +
    'senders set is run with --account.'
  static override examples = [
    '<%= config.bin %> messages templates list barberia-centro',
    '<%= config.bin %> messages templates list barberia-centro --language ar',
    '<%= config.bin %> messages templates list barberia-centro --json',
  ]
  static override flags = {
    business: businessFlag,
    language: Flags.option({
      options: languages,
      description: 'Only texts in this language.',
    })(),
  }

  async run() {
    const { flags } = await this.parse(MessagesTemplatesList)
    const [
      { listMessageSenders },
      { showBusiness },
      { pageUrls },
      { textsAtSalon },
      { publicUrl },
      { table },
    ] = await Promise.all([
      import('@silla/core/messages/read-messages'),
      import('@silla/core/provisioning/show-business'),
      import('@silla/core/pages/page-urls'),
      import('@silla/messaging'),
      import('../../../db/public-url.ts'),
      import('../../../format/table.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const senders = await listMessageSenders(admin, business.slug)
    const whatsapp = senders.find(({ channel }) => channel === 'whatsapp')
    const pages = pageUrls(publicUrl(), business.slug, business)
    const texts = textsAtSalon({ name: business.name, pages }, whatsapp?.templates ?? {})
    const templates = texts
      .filter(({ language }) => flags.language === undefined || flags.language === language)
      .map(({ name, language, state, length, body }) => ({
        name,
        language,
        state,
        ...length,
        body,
      }))
    const rows = templates.map(({ name, language, state, encoding, segments, units, body }) => [
      ...[name, language, state ?? ''],
      `${segments} (${units} ${encoding})`,
      body,
    ])
    this.log(table(['Template', 'Language', 'WhatsApp', 'SMS', 'Text'], rows))
    return { templates, readAt: whatsapp?.templatesReadAt ?? null }
  }
}
