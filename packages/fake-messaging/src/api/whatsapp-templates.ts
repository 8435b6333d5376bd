import type { Parts } from '../parts.ts'
import { whatsappError } from '../whatsapp/errors.ts'
import { readTemplatesQuery } from '../whatsapp/list-templates-query.ts'
import { templateKey } from '../whatsapp/templates.ts'
import type { ProviderResponse } from './twilio-api.ts'

/** `GET /{version}/{account}/message_templates`: a page of them, in the order of their names. */
export function listWhatsappTemplates(
  parts: Parts,
  { account, authorization, query }: { account: string; authorization: string; query: unknown },
): ProviderResponse {
  if (authorization !== `Bearer ${parts.whatsapp.accessToken}`) return whatsappError(190)
  if (account !== parts.whatsapp.account)
    return whatsappError(100, `Object with ID '${account}' does not exist`)
  const wanted = readTemplatesQuery(query)
  if (typeof wanted === 'string') {
    parts.invalidRequests.push(`whatsapp: ${wanted}`)
    return whatsappError(100, wanted)
  }
  const { limit, after } = wanted
  const rest = [...parts.templates.values()]
    .sort((one, other) => (templateKey(one) < templateKey(other) ? -1 : 1))
    .filter((template) => after === null || cursorOf(templateKey(template)) > after)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const end = last === undefined ? null : cursorOf(templateKey(last))
  return {
    status: 200,
    body: {
      data: page.map(({ name, language, status = 'APPROVED' }) => ({
        ...{ name, language, status, id: idOf(templateKey({ name, language })) },
      })),
      ...(end !== null && {
        paging: {
          cursors: {
            before: cursorOf(templateKey(page[0] ?? { name: '', language: '' })),
            after: end,
          },
          ...(rest.length > limit && {
            next: `https://graph.facebook.com/v23.0/${account}/message_templates?after=${end}`,
          }),
        },
      }),
    },
  }
}

/** Opaque to those who page, and in the order of the keys. */
const cursorOf = (key: string): string => Buffer.from(key).toString('hex')

const idOf = (key: string): string =>
  String([...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1e12, 7))
