import { createBooking, openTenants, systemClock, today } from '@silla/core'
import { openDatabase } from '@silla/db'
import { weekdayOf } from '@silla/slots'
import { testDatabase } from '../support/database.ts'

/** Books "Barba" with the first professional for Luis, next Monday at 10:00. */
export async function bookBeard(slug: string): Promise<void> {
  const { urls, witness } = await testDatabase()
  const [row] = await witness`select business_id from registry.businesses where slug = ${slug}`
  const database = openDatabase({ url: urls.api, name: 'silla-test-api' })
  try {
    const notices = { on: () => {}, onGap: () => {}, notify: async () => {}, close: async () => {} }
    const tenant = openTenants({ database, notices, clock: systemClock }).tenant(
      row?.businessId,
      slug,
    )
    const catalog = await tenant.catalog()
    const now = today(catalog, systemClock)
    await createBooking(
      { tenant, identity: { kind: 'visitor' }, clock: systemClock, realClock: systemClock },
      {
        serviceIds: catalog.services.filter(({ name }) => name.es === 'Barba').map(({ id }) => id),
        professionalId: catalog.professionals[0]?.id ?? 0,
        lines: null,
        day: now + 8 - weekdayOf(now),
        startMinute: 10 * 60,
        contact: { name: 'Luis García', email: 'luis@example.com', phone: null },
        notes: '',
        usePoints: false,
        byBusiness: false,
        language: 'es',
      },
    )
  } finally {
    await database.close()
  }
}
