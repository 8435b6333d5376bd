import { eventQueries, openDatabase, openTenantDbs } from '@silla/db'

const tickMilliseconds = 20

/**
 * Records events of the salons in turn, each in a transaction of its own, as requests do. What a busy
 * machine has not managed in time is not made up for: the rate is then lower.
 */
export async function recordEvents(
  databaseUrl: string,
  businessIds: readonly string[],
  { count, ratePerSecond }: { count: number; ratePerSecond: number },
): Promise<void> {
  const database = openDatabase({ url: databaseUrl, name: 'silla-bench' })
  const dbs = businessIds.map(openTenantDbs(database))
  try {
    let recorded = 0
    for (let tick = 1; recorded < count; tick++) {
      const nextAt = performance.now() + tickMilliseconds
      const planned = Math.round((tick * ratePerSecond * tickMilliseconds) / 1000)
      const size = Math.min(count, planned) - recorded
      await Promise.all(Array.from({ length: size }, (_, index) => record(recorded + index)))
      recorded += size
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextAt - performance.now())))
    }
  } finally {
    await database.close()
  }

  function record(index: number) {
    const payload = { ...customer, id: index }
    return dbs[index % dbs.length]?.transaction((tx) =>
      eventQueries.recordEvent(tx, { type: 'cliente.actualizado', at: new Date(), payload }),
    )
  }
}

const customer = {
  name: 'Lucía Prado',
  email: 'lucia@example.com',
  phone: '+34600111222',
  language: 'es',
  birthDate: null,
  acceptsMarketing: false,
  emailVerified: true,
  pointsBalance: 120,
  bookings: 3,
  createdAt: '2030-01-02T03:04:05Z',
}
