import type { EventSender } from '@silla/core'
import {
  type MessageSenderOptions,
  openMessageSender,
  resolveEndpoint,
} from '@silla/webhook-sender'
import { deliveryBody } from '@silla/wire'

/** Sends events in the shapes of the API to the endpoints of salons. */
export function openEventSender(
  { loopbackEndpoints }: { loopbackEndpoints: boolean },
  options: Partial<MessageSenderOptions> = {},
): EventSender & { close(): void } {
  const { send, close } = openMessageSender({
    resolve: (url) => resolveEndpoint(url, { allowLoopback: loopbackEndpoints }),
    ...options,
  })
  return { render: deliveryBody, send, close }
}
