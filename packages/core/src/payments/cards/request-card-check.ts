import { jobQueries, savedCardQueries, type Tx } from '@silla/db'

/**
 * Has the worker read a card from the processor, which has sent an event about it. A setup that Silla did
 * not create is the salon's own.
 */
export async function requestCardCheck(
  tx: Tx,
  account: string,
  { setupRef, cardId }: { setupRef: string; cardId: number | null },
): Promise<void> {
  const [known] = await savedCardQueries.findCardBySetup(tx, setupRef)
  const [named] = known || cardId === null ? [] : await savedCardQueries.findCard(tx, cardId)
  const card = known ?? named
  if (card?.account !== account) return
  // the response that named the setup may have been lost
  if (card.setupRef === null)
    await savedCardQueries.updateSetupRef(tx, { id: card.id, setupRef, at: card.createdAt })
  await requestCheck(tx, card.id)
}

/** Has the worker read a card from the processor. */
export const requestCheck = (tx: Tx, cardId: number) =>
  jobQueries.enqueue(tx, {
    task: 'check-card',
    payload: { cardId },
    key: `check-card:${cardId}`,
  })
