import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FakeStripe } from '@silla/fake-stripe'
import type { Queried } from '../support/guests/check-acknowledged.ts'
import type { VisitedSalon } from '../support/guests/guests.ts'
import type { ReleasePrograms } from './release-programs.ts'

/** A salon that the release before has set up. */
export type UpgradedSalon = Omit<VisitedSalon, 'apis'> & {
  slug: string
  /** Its account at the processor; null: it takes no payments. */
  account: string | null
}

/**
 * Sets up two salons with the commands of an operator: one takes payments, the other one does not.
 *
 * @param folder for their salon files
 * @param apiUrl where the processor sends its events
 */
export async function setUpSalons(
  { json }: ReleasePrograms,
  { folder, stripe, apiUrl, database }: SalonParts,
): Promise<[UpgradedSalon, UpgradedSalon]> {
  const files = slugs.map((slug) => join(folder, `${slug}.json`))
  for (const [index, file] of files.entries())
    writeFileSync(file, JSON.stringify(salonFile(slugs[index] ?? '', index === 0)))
  await json(`businesses apply ${files.join(' ')} --yes`)
  const { id: account } = stripe.addAccount({ displayName: slugs[0] })
  const [, ...keys] = await Promise.all([
    json(`stripe webhook setup ${apiUrl}`).then(() =>
      json(`stripe connect ${slugs[0]} --account ${account}`),
    ),
    ...slugs.map((slug) => json(`keys create --business ${slug} --kind publishable`)),
  ])
  const [first, second] = await Promise.all(
    slugs.map(async (slug, index) => ({
      slug,
      publishableKey: keys[index].key.key,
      ...(await idsOf(slug, database)),
    })),
  )
  if (!first || !second) throw new Error('a salon is missing')
  return [
    { ...first, stripe, account },
    { ...second, stripe: null, account: null },
  ]
}

interface SalonParts {
  folder: string
  stripe: FakeStripe
  apiUrl: string
  database: Queried
}

const slugs = ['casa-lola', 'barberia-norte'] as const

const everyDay = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    '09:00-20:00',
  ]),
)

const salonFile = (slug: string, takesPayments: boolean) => ({
  salon: slug,
  mode: 'test',
  name: slug,
  contact: { email: `${slug}@example.com`, phone: '+34 912 345 678' },
  address: { street: 'Calle Mayor 1', city: 'Madrid', postal_code: '28013', country: 'ES' },
  settings: {
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    language: 'es',
    points: true,
    online_payments: takesPayments,
  },
  hours: everyDay,
  categories: { cortes: { name: 'Cortes' } },
  services: { corte: { name: 'Corte', category: 'cortes', duration: 30, price: 18 } },
  professionals: Object.fromEntries(
    ['Ana', 'Bea', 'Eva', 'Lola', 'Marta', 'Nora'].map((name) => [
      name.toLowerCase(),
      { name, services: 'all', shifts: everyDay },
    ]),
  ),
})

const idsOf = (slug: string, { query }: Queried) =>
  query('migrator', async (sql) => {
    const services = await sql<{ id: number }[]>`
      select id from services join registry.businesses using (business_id) where slug = ${slug}`
    const professionals = await sql<{ id: number }[]>`
      select id from professionals join registry.businesses using (business_id)
      where slug = ${slug} order by id`
    return {
      serviceId: services[0]?.id ?? 0,
      professionalIds: professionals.map(({ id }) => id),
    }
  })
