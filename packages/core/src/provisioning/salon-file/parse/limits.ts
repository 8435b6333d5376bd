import type { OwnRates } from '../../../limits/rates.ts'
import type { WrittenSalon } from '../schema.ts'

/** How often a minute the salon's keys may ask, where it is not the usual; what is not written is the usual. */
export function readLimits({ limits = {} }: WrittenSalon): OwnRates {
  const rates: { [Name in keyof OwnRates]: number | undefined } = {
    publishablePerAddress: limits.publishable_per_address,
    publishable: limits.publishable,
    secret: limits.secret,
    create: limits.create,
    lookUp: limits.look_up,
    intent: limits.intent,
    auth: limits.auth,
    secretPerKind: limits.secret_per_kind,
  }
  return Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined))
}
