import { jobQueries, messageQueries as queries, type Tx } from '@silla/db'

/** How long a message may stay undelivered until the next channel takes over (D77). */
export const undeliveredMinutes = 10

type Message = queries.MessageRow

/**
 * Lets the next channel take over from a locked message, or the email of its cause, once. Where there is
 * neither, nobody is reached, and the message can be retried.
 *
 * @param by `email`: the other channels are left out
 */
export async function advanceMessage(
  tx: Tx,
  message: Message,
  { by, at }: { by: 'channel' | 'email'; at: Date },
): Promise<void> {
  if (message.succeededAt !== null) return
  const next = by === 'channel' ? await insertNext(tx, message, at) : null
  if (next !== null) {
    await queries.updateMessageSucceeded(tx, message.id, at)
    await jobQueries.enqueue(tx, { task: 'send-message', payload: { messageId: next } })
  } else if (message.mailId !== null) {
    const [released] = await queries.releaseMail(tx, message.mailId)
    await queries.updateMessageSucceeded(tx, message.id, at)
    if (released)
      await jobQueries.enqueue(tx, { task: 'send-mail', payload: { mailId: message.mailId } })
  }
}

async function insertNext(tx: Tx, message: Message, now: Date): Promise<number | null> {
  const tried = (await queries.listTriedChannels(tx, message.cause)).map(({ channel }) => channel)
  const [route] = await queries.findRoute(tx, { ...message, tried })
  if (!route) return null
  const [inserted] = await queries.insertNextMessage(tx, { ...message, ...route, now })
  return inserted?.id ?? null
}

/** A message was delivered: the email that it replaces is not sent, and nothing takes over. */
export async function settleDelivered(
  tx: Tx,
  { id, mailId }: Pick<Message, 'id' | 'mailId'>,
  at: Date,
): Promise<void> {
  if (mailId !== null) await queries.updateMailReplaced(tx, { mailId, at })
  await queries.deleteMessagePayload(tx, id)
  await jobQueries.dequeue(tx, [checkKey(id)])
}

/** Looks at a message once it may count as undelivered. */
export const enqueueCheck = (tx: Tx, messageId: number, realTime: Date) =>
  jobQueries.enqueue(tx, {
    task: 'check-message',
    payload: { messageId },
    runAt: new Date(realTime.getTime() + undeliveredMinutes * 60_000),
    key: checkKey(messageId),
  })

const checkKey = (messageId: number) => `check-message:${messageId}`
