/**
 * The tables whose rows age: partitioned by the month in which a row was stored, and dropped month by month
 * (decision 0091). In the order in which they are partitioned and dropped: rows first that refer to others.
 */
export const partitionedTables = [
  'app.event_deliveries',
  'app.events',
  'app.messages',
  'app.mails',
] as const
