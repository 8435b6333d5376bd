import {
  customerConsentQueries,
  customerQueries,
  type MessageChannel,
  messageQueries,
  type Tx,
  waitlistQueries,
} from '@silla/db'

type NewConsent = Parameters<typeof customerConsentQueries.insertConsent>[1]

export const isMessageChannel = (kind: string): kind is MessageChannel =>
  kind === 'sms' || kind === 'whatsapp'

/**
 * Records at the salon whether a locked customer agrees to messages to their number. Others who had agreed with
 * the same number get none there any more, because it is this customer's now, unless they share it (D77).
 *
 * @returns the id of the record
 */
export async function writeChannelConsent(
  tx: Tx,
  {
    channel,
    isNumberShared,
    ...consent
  }: Omit<NewConsent, 'kind' | 'recordedBy'> & { channel: MessageChannel; isNumberShared: boolean },
): Promise<number> {
  const { customerId, granted, phone, recordedAt } = consent
  const isTheirs = granted && !isNumberShared
  const others = isTheirs
    ? await messageQueries.listConsentedByPhone(tx, { phone, channel, exceptId: customerId })
    : []
  for (const other of others) {
    await customerQueries.lockCustomer(tx, other.customerId)
    await customerConsentQueries.insertConsent(tx, {
      ...{ customerId: other.customerId, kind: channel, granted: false, means: 'reassigned' },
      ...{ wording: '', phone, recordedBy: 'system', staffId: consent.staffId, recordedAt },
    })
  }
  const [inserted] = await customerConsentQueries.insertConsent(tx, {
    ...consent,
    kind: channel,
    recordedBy: 'business',
  })
  if (!inserted) throw new Error('no consent was inserted')
  if (isTheirs || !granted)
    await waitlistQueries.withdrawEntryChannel(tx, {
      ...{ phone, channel, customerId, others: isTheirs },
    })
  return inserted.id
}
