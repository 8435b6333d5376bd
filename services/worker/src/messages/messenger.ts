import { type MessageSender, type Messenger, messageCallbackUrl, pageUrls } from '@silla/core'
import { openPace } from './pace.ts'
import { renderMessage } from './render-message.ts'

/** What providers accept from a deployment (docs/messages.md). */
const perSecond = 20

/**
 * Renders messages and paces them at their providers.
 *
 * @param parts.publicUrl where customers and providers reach the API; null: messages have no links, and nothing
 *   reports whether they were delivered
 * @param parts.reservePace reserves places at a provider among all workers (`reservePace` of `db`)
 */
export function openMessenger({
  senders,
  publicUrl,
  reservePace,
}: {
  senders: readonly MessageSender[]
  publicUrl: string | null
  reservePace(places: { provider: string; messages: number; perSecond: number }): Promise<number>
}): Messenger {
  const paces = new Map(
    senders.map(({ provider }) => [
      provider,
      openPace(perSecond, (messages) => reservePace({ provider, messages, perSecond })),
    ]),
  )
  return {
    senders,
    render: (request, salon, slug) =>
      renderMessage(request, salon, pageUrls(publicUrl, slug, salon.settings)),
    statusUrl: (provider) => publicUrl && messageCallbackUrl(publicUrl, provider),
    turn: (provider) => paces.get(provider)?.turn() ?? Promise.resolve(),
  }
}
