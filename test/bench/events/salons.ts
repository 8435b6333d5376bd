import { seal } from '@silla/core'
import type { Sql } from '@silla/db'
import { salonFileFor } from '../../support/salon-fixture.ts'
import { testSecrets } from '../../support/secrets.ts'
import type { Administration } from '../salon.ts'

/**
 * Creates salons, each with one endpoint.
 *
 * @returns their businesses
 */
export async function openEventSalons(
  { code, admin, owner }: Administration,
  count: number,
  urlOf: (salon: number) => string,
): Promise<string[]> {
  const businessIds: string[] = []
  for (let salon = 0; salon < count; salon++) {
    await code.core.applySalon(admin, salonFileFor(`salon-${salon}`, { timezone: 'UTC' }))
    const [row] = await owner<{ businessId: string }[]>`
      select business_id from registry.businesses where slug = ${`salon-${salon}`}`
    const businessId = row?.businessId ?? ''
    await addEndpoint(owner, { businessId, number: salon, url: urlOf(salon) })
    businessIds.push(businessId)
  }
  return businessIds
}

/** Adds an endpoint for events to a salon. */
export async function addEndpoint(
  owner: Sql,
  { businessId, number, url }: { businessId: string; number: number; url: string },
): Promise<void> {
  const secret = `whsec_${Buffer.alloc(32, number).toString('base64')}`
  const sealed = seal(secret, testSecrets.secretsKeys, `event-endpoint:${number + 1}`)
  await owner.begin(async (tx) => {
    await tx`select app.set_business(${businessId})`
    await tx`
      insert into app.event_endpoints (
        business_id, id, url, description, is_active, sealed_secret, position, created_at,
        updated_at)
      values (${businessId}, ${number + 1}, ${url}, '', true, ${sealed}, 0, now(), now())`
  })
}
