import { jobQueries, type Tx } from '@silla/db'

/** Ends an entry when its days are over. */
export const enqueueEntryEnd = (tx: Tx, { id, endsAt }: { id: number; endsAt: Date }) =>
  jobQueries.enqueue(tx, {
    task: 'expire-waitlist-entry',
    payload: { entryId: id },
    dueAt: endsAt,
    key: `waitlist-entry:${id}`,
  })

/** Ends an offer that was not accepted in time. */
export const enqueueOfferEnd = (tx: Tx, { id, expiresAt }: { id: number; expiresAt: Date }) =>
  jobQueries.enqueue(tx, {
    task: 'expire-waitlist-offer',
    payload: { offerId: id },
    dueAt: expiresAt,
    key: `waitlist-offer:${id}`,
  })

/** Removes the jobs that have nothing left to do; null: none. */
export const dequeueWaitlistJobs = (
  tx: Tx,
  { entryId, offerId }: { entryId: number | null; offerId: number | null },
) =>
  jobQueries.dequeue(tx, [
    ...(entryId === null ? [] : [`waitlist-entry:${entryId}`]),
    ...(offerId === null ? [] : [`waitlist-offer:${offerId}`]),
  ])

/** Offers what is free; earlier offers of it keep counting. */
export const enqueueMatching = (tx: Tx) =>
  jobQueries.enqueue(tx, { task: 'match-waitlist', payload: {}, key: 'match-waitlist' })
