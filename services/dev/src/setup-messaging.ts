import { join } from 'node:path'
import type { MessageSender } from '@silla/core'
import { type FakeMessaging, startFakeMessaging } from '@silla/fake-messaging'
import { messageTemplates, openMessageSenders } from '@silla/messaging'
import { host } from './choose-port.ts'

/** The providers of messages of the demo. */
export interface DevMessaging {
  fake: FakeMessaging
  senders: readonly MessageSender[]
}

/**
 * A fake Twilio and WhatsApp, which stop when `running` is disposed and keep their messages for the next
 * start. The demo never uses real ones: the keys of its salons are public, and messages cost money.
 */
export async function setupMessaging(
  dataDir: string,
  running: AsyncDisposableStack,
): Promise<DevMessaging> {
  const fake = await startFakeMessaging({ host, stateFile: join(dataDir, messagingFile) })
  running.defer(() => fake.stop())
  for (const template of messageTemplates) fake.addTemplate(template)
  return { fake, senders: openMessageSenders(fake) }
}

/** In the data folder; `--reset` deletes it. */
export const messagingFile = 'messages.json'
