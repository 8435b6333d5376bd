import {
  businessQueries,
  inTransaction,
  type MessageSenderRow,
  type MessageState,
  type MessageSummary,
  messageQueries,
  type Sql,
  type StoredMessage,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { systemClock } from '../clock.ts'
import { monthOf } from './message-months.ts'

export type { MessageSenderRow, MessageState, MessageSummary, StoredMessage }

/** What is left out does not limit the list. */
export interface MessageListFilter {
  state?: MessageState | undefined
  /** A part of the number. */
  to?: string | undefined
  offset: number
  limit: number
}

/** What a salon has sent in the present month of its calendar. */
export interface MessageMonthUse extends messageQueries.MessageMonth {
  /** `2026-11-01` */
  month: string
  /** How many segments it may send in a month. */
  ceiling: number
}

/**
 * One page of a salon's messages, latest first, their total number, and what it has sent this month.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export const listMessages = (
  admin: Sql,
  slug: string,
  { state, to, offset, limit }: MessageListFilter,
): Promise<{ messages: MessageSummary[]; total: number; use: MessageMonthUse }> =>
  inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    const tx = await businessQueries.setTenant(registry, business.businessId)
    const filter = { state: state ?? null, to: to ?? null }
    const messages = await messageQueries.listMessages(tx, { ...filter, offset, limit })
    const [counted] = await messageQueries.countMessages(tx, filter)
    const [limits] = await messageQueries.findMessageSettings(tx)
    const { timezone = 'UTC', ceiling = 0 } = limits ?? {}
    const month = monthOf(systemClock.now(), timezone)
    const [used] = await messageQueries.findMonth(tx, month)
    const use = { segments: 0, costMicros: 0, costCurrency: '', ...used, month, ceiling }
    return { messages: [...messages], total: counted?.count ?? 0, use }
  })

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export const listMessageSenders = (admin: Sql, slug: string): Promise<MessageSenderRow[]> =>
  inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    const tx = await businessQueries.setTenant(registry, business.businessId)
    return [...(await messageQueries.listSenders(tx))]
  })

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export const readMessage = (admin: Sql, slug: string, id: number): Promise<StoredMessage | null> =>
  inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const [message] = await messageQueries.findStoredMessage(
      await businessQueries.setTenant(tx, business.businessId),
      id,
    )
    return message ?? null
  })
