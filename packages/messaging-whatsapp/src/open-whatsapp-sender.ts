import { timingSafeEqual } from 'node:crypto'
import {
  type MessageSender,
  MessageSenderError,
  type MessageTemplate,
  type ProviderTemplate,
} from '@silla/core'
import { checkShape, headerOf, requestProvider, toSenderError } from '@silla/messaging-http'
import { Value } from 'typebox/value'
import type { WhatsappSettings } from './config.ts'
import { temporaryCodes } from './error-codes.ts'
import { readCallbackBody } from './read-callback.ts'
import { AcceptedShape, ErrorShape, TemplatesShape } from './shapes.ts'
import { isSigned } from './signature.ts'

/**
 * Sends WhatsApp messages from approved templates, by Meta's Cloud API (D77).
 *
 * @param options.timeoutMilliseconds for each request; default ten seconds
 */
export function openWhatsappSender({
  accessToken,
  appSecret,
  verifyToken,
  apiUrl,
  version,
  timeoutMilliseconds = 10_000,
}: WhatsappSettings & { timeoutMilliseconds?: number }): MessageSender {
  return {
    provider: 'whatsapp',
    channel: 'whatsapp',

    async send({ sender, to, template, reference }) {
      if (template === null)
        throw new MessageSenderError('WhatsApp needs a template', 'refused', '')
      if (!/^\d{5,30}$/.test(sender))
        throw new MessageSenderError('the sender is no id of a phone number', 'refused', '')
      const { status, content } = await requestProvider(`${apiUrl}/${version}/${sender}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          type: 'template',
          template: templateOf(template),
          biz_opaque_callback_data: reference,
        }),
        timeoutMilliseconds,
      })
      if (status !== 200) throw failureOf(status, content)
      const [message] = checkShape(AcceptedShape, content).messages
      return { providerRef: message?.id ?? '' }
    },

    readCallback(request) {
      const signature = headerOf(request, 'x-hub-signature-256')
      return isSigned(request.body, signature, appSecret) ? readCallbackBody(request.body) : null
    },

    verifyCallbackUrl(url) {
      const { searchParams } = new URL(url)
      const challenge = searchParams.get('hub.challenge') ?? ''
      const isRequest =
        searchParams.get('hub.mode') === 'subscribe' && /^[\w-]{1,100}$/.test(challenge)
      return isRequest && isSame(searchParams.get('hub.verify_token') ?? '', verifyToken)
        ? challenge
        : null
    },

    async listTemplates(account) {
      if (!/^\d{5,30}$/.test(account))
        throw new MessageSenderError('the account is no id at WhatsApp', 'refused', '')
      const templates: ProviderTemplate[] = []
      let after: string | null = null
      for (let page = 0; page < maxPages; page++) {
        const query = new URLSearchParams({ fields: 'name,language,status', limit: '100' })
        if (after !== null) query.set('after', after)
        const { status, content } = await requestProvider(
          `${apiUrl}/${version}/${account}/message_templates?${query}`,
          {
            method: 'GET',
            headers: { authorization: `Bearer ${accessToken}` },
            timeoutMilliseconds,
          },
        )
        if (status !== 200) throw failureOf(status, content)
        const { data, paging } = checkShape(TemplatesShape, content)
        for (const { name, language, status: word } of data)
          templates.push({ name, language, state: templateStates[word] ?? 'rejected' })
        after = paging?.next === undefined ? null : (paging.cursors?.after ?? null)
        if (after === null) break
      }
      return templates
    },

    // callbacks have the category of a message, and the price is in Meta's invoice alone
    findCost: async () => null,
  }
}

/** An account has 250 templates, or 6,000 with a verified business; a page has 100. */
const maxPages = 60

/** What is not named, such as PAUSED and DISABLED, is not sent. */
const templateStates: Record<string, ProviderTemplate['state']> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
}

function failureOf(status: number, content: unknown): MessageSenderError {
  const code = Value.Check(ErrorShape, content) ? String(content.error.code) : null
  return toSenderError({ provider: 'whatsapp', status, code }, temporaryCodes)
}

function templateOf({ name, language, parameters }: MessageTemplate) {
  const body = {
    type: 'body',
    parameters: parameters.map((text) => ({ type: 'text', text: onOneLine(text) })),
  }
  return {
    name,
    language: { policy: 'deterministic', code: language },
    ...(parameters.length > 0 && { components: [body] }),
  }
}

/** Meta refuses a parameter with line breaks, tabs or more than four spaces in a row. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
