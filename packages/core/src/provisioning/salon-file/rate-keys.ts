import type { RateName } from '../../limits/rates.ts'
import type { SalonFileDocument } from './schema.ts'

/** The keys of the rates under `limits`. */
export const rateKeys: Record<RateName, keyof NonNullable<SalonFileDocument['limits']>> = {
  publishablePerAddress: 'publishable_per_address',
  publishable: 'publishable',
  secret: 'secret',
  create: 'create',
  lookUp: 'look_up',
  intent: 'intent',
  auth: 'auth',
  webhookTest: 'webhook_test',
  secretPerKind: 'secret_per_kind',
}
