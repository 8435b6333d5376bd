import { paths, proofs } from '../spec/contract/paths.ts'
import type { Random } from '../support/random.ts'
import type { Customer } from '../support/salon.ts'
import type { Scene, SceneSalon } from './scene.ts'

/** Who sends a request. */
export type CallerKind = 'visitor' | 'business' | 'customer' | 'staff'

/** Mostly who may send an operation, as `POST /bloqueos/`; two of ten are others. */
export function callerOf(operation: string, random: Random): CallerKind {
  const own = paths.find(({ method, path }) => `${method} ${path}` === operation)?.by
  const needsCustomer = proofs[operation]?.every((proof) => proof === 'token') ?? false
  return random.weighted<CallerKind>(
    needsCustomer
      ? [
          [8, 'customer'],
          [1, 'visitor'],
          [1, 'business'],
        ]
      : own === 'owner' || own === 'staff'
        ? [
            [8, own === 'owner' ? 'business' : 'staff'],
            [1, 'visitor'],
            [1, 'customer'],
          ]
        : [
            [4, 'visitor'],
            [3, 'business'],
            [3, 'customer'],
          ],
  )
}

/** Chooses the headers that identify a caller; one of twenty callers is not who they claim. */
export type ChooseCaller = (
  salon: SceneSalon,
  kind: CallerKind,
  random: Random,
) => Promise<[name: string, value: string][]>

/** Access tokens are renewed before they expire on the clock of the scene. */
export function openCallers(scene: Scene): ChooseCaller {
  const signedIn = new Map<string, { customer: Customer; at: number }>()
  const signedInStaff = new Map<string, { token: string; at: number }>()

  return async (salon, kind, random) => {
    const other = random.pick(scene.salons)
    if (random.chance(0.05)) return random.pick([wrongKey, withoutKey, foreignToken])()
    if (kind === 'staff') return [['Authorization', `Bearer ${await staffTokenOf(salon)}`]]
    if (kind !== 'customer') return [['X-API-Key', keyOf(salon, kind)]]
    const key = keyOf(salon, random.chance(0.1) ? 'business' : 'visitor')
    return [['X-API-Key', key], await authorization(salon)]

    async function wrongKey(): Promise<[string, string][]> {
      const key = keyOf(salon, 'visitor')
      return [['X-API-Key', random.pick([key.slice(0, -1), `${key}0`, key.toUpperCase(), 'x'])]]
    }

    async function withoutKey(): Promise<[string, string][]> {
      return kind === 'customer' ? [await authorization(salon)] : []
    }

    async function foreignToken(): Promise<[string, string][]> {
      return [['X-API-Key', keyOf(salon, 'visitor')], await authorization(other)]
    }

    async function authorization(of: SceneSalon): Promise<[string, string]> {
      const now = scene.now().getTime()
      // one of twenty may have expired
      const maxAge = random.chance(0.05) ? Number.POSITIVE_INFINITY : renewAfterMilliseconds
      const sessions = of.harvest.sessions.filter(({ issuedAt }) => now - issuedAt < maxAge)
      const session = sessions.length > 0 && random.chance(0.3) ? random.pick(sessions) : null
      const token = session?.access_token ?? (await tokenOf(of, random.pick(of.customers)))
      return ['Authorization', `Bearer ${token}`]
    }
  }

  /** An owner, who confirms with a passkey again before a quarter of an hour has passed. */
  async function staffTokenOf({ salon }: SceneSalon): Promise<string> {
    const now = scene.now().getTime()
    let found = signedInStaff.get(salon.slug)
    if (!found || now - found.at > renewAfterMilliseconds) {
      found = { token: (await salon.staff('owner')).token, at: now }
      signedInStaff.set(salon.slug, found)
    }
    return found.token
  }

  async function tokenOf({ salon }: SceneSalon, { id, email }: Customer): Promise<string> {
    const name = `${salon.slug} ${id}`
    const now = scene.now().getTime()
    let found = signedIn.get(name)
    if (!found || now - found.at > renewAfterMilliseconds) {
      found = { customer: await salon.customer({ nombre: 'Marta Ruiz', email }), at: now }
      signedIn.set(name, found)
    }
    return found.customer.token
  }
}

/** Access tokens are valid for a quarter of an hour. */
const renewAfterMilliseconds = 10 * 60_000

const keyOf = ({ salon }: SceneSalon, kind: CallerKind) =>
  kind === 'business' ? salon.secretKey : salon.publishableKey
