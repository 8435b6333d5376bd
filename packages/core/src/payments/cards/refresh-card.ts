import type { savedCardQueries } from '@silla/db'
import { momentOf } from '../../clock.ts'
import type { SavedCard } from '../../model/saved-card.ts'
import { type CardSetup, isGoneError, type Processors, timeBudget } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { settleCard } from './settle-card.ts'

/**
 * Reads from the processor what became of a card, and settles it (D50).
 *
 * @param end the card is to be saved by now: otherwise it is cancelled
 * @throws ProcessorError
 */
export async function refreshCard(
  context: TenantContext,
  processors: Processors,
  card: savedCardQueries.SavedCardRow & { setupRef: string },
  { end }: { end: boolean },
): Promise<SavedCard> {
  const { account, setupRef } = card
  const processor = await processorByAccount(context, processors, account)
  const request = { account, setupRef, budget: timeBudget() }
  const reading = end ? processor.cancelSetup(request) : processor.getSetup(request)
  const setup = await reading.catch((error): CardSetup | null => {
    if (isGoneError(error)) return null
    throw error
  })
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    settleCard(tx, catalog, card, { setup, moment: momentOf(context) }),
  )
}
