import { jobQueries, type Tx } from '@silla/db'

/** Has the states of the salon's templates read from WhatsApp, once for many causes. */
export const enqueueTemplates = (tx: Tx) =>
  jobQueries.enqueue(tx, { task: 'read-templates', payload: {}, key: 'read-templates' })
