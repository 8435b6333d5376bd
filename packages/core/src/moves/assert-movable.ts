import { businessMoveQueries, businessQueries, webhookQueries } from '@silla/db'
import { type ProvisioningCode, ProvisioningError } from '../business/provisioning-error.ts'
import type { Moving } from './moving.ts'

/**
 * The two deployments fit together, and the receiver has nothing that the salon would collide with.
 *
 * @throws ProvisioningError MOVE_NOT_SUPPORTED, MOVE_VERSIONS_DIFFER, MOVE_CLOCKS_DIFFER, MOVE_CONFLICT,
 *   MOVE_WEBHOOK_MISSING
 */
export async function assertMovable(moving: Moving): Promise<void> {
  await assertSameServers(moving)
  await assertPlace(moving)
  await assertWebhook(moving)
}

async function assertSameServers({ source, receiver }: Moving): Promise<void> {
  const before = await businessMoveQueries.readServer(source)
  const other = await businessMoveQueries.readServer(receiver)
  const after = await businessMoveQueries.readServer(source)
  if (before.isCluster || other.isCluster)
    throw refused('MOVE_NOT_SUPPORTED', 'A salon on a Citus cluster is moved by its archive')
  const isSame =
    before.release === other.release && before.migrations.join() === other.migrations.join()
  if (!isSame)
    throw refused(
      'MOVE_VERSIONS_DIFFER',
      `This database is that of Silla ${before.release}, the other one that of ${other.release}, or their ` +
        'migrations differ. Upgrade the older one first',
    )
  const milliseconds = clockDifference(before.now, other.now, after.now)
  if (milliseconds > mostClockMilliseconds)
    throw refused(
      'MOVE_CLOCKS_DIFFER',
      `The clocks of the two databases differ by ${milliseconds} ms. Correct the wrong one`,
    )
}

/** How far another clock, which was read between two times of this one, is wrong at least, in milliseconds. */
export const clockDifference = (before: number, other: number, after: number): number =>
  Math.max(0, Math.round(before - other), Math.round(other - after))

/** More, and what was done last in one place might be in the future of the other one. */
const mostClockMilliseconds = 2000

async function assertPlace({ source, receiver, business }: Moving): Promise<void> {
  const { slug, businessId } = business
  const taken = await businessQueries.findBusinessBySlug(receiver, slug)
  if (taken !== null && taken.businessId !== businessId)
    throw refused('MOVE_CONFLICT', `Another salon has the slug ${slug} there`)
  const move = await businessMoveQueries.findMove(receiver, businessId)
  const isCopy = move?.phase === 'arriving' || move?.phase === 'returning'
  if (!isCopy && (await businessMoveQueries.isRegistered(receiver, businessId)))
    throw refused('MOVE_CONFLICT', `${slug} is there already. Both URLs may name the same database`)
  const own = await businessMoveQueries.findMove(source, businessId)
  if (own?.phase === 'arriving' || own?.phase === 'returning')
    throw refused('MOVE_CONFLICT', `What is here of ${slug} is a copy that is not served`)
}

async function assertWebhook({ source, receiver, business }: Moving): Promise<void> {
  if (!(await businessMoveQueries.hasAccount(source, business.businessId))) return
  const livemode = business.mode === 'live'
  const endpoints = await webhookQueries.listWebhookEndpoints(receiver)
  if (endpoints.some((each) => each.livemode === livemode && each.retiresAt === null)) return
  throw refused(
    'MOVE_WEBHOOK_MISSING',
    `${business.slug} takes payments, and the other deployment gets no events of the processor. Set up its ` +
      'webhook first',
  )
}

const refused = (code: ProvisioningCode, what: string) =>
  new ProvisioningError(code, `${what}. Nothing was changed.`)
