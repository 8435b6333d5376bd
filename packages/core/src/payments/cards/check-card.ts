import { savedCardQueries } from '@silla/db'
import type { Processors } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { refreshCard } from './refresh-card.ts'

/** An event was about this card: its state is read from the processor. @throws ProcessorError */
export async function checkCard(
  context: TenantContext,
  processors: Processors,
  cardId: number,
): Promise<void> {
  const [card] = await context.tenant.db.transaction((tx) => savedCardQueries.findCard(tx, cardId))
  if (card?.state !== 'pending' || card.setupRef === null) return
  await refreshCard(context, processors, { ...card, setupRef: card.setupRef }, { end: false })
}
