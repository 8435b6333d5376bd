/** The configuration of the fake Stripe. */
export interface FakeStripeSettings {
  /** 0: any free port. */
  port: number
  host: string
  /** The API key that callers must send; null: a fixed public one. */
  secretKey: string | null
  /** The publishable key of browsers; null: derived from the secret key. */
  publishableKey: string | null
  /** The file that keeps the state across restarts; null: none. */
  stateFile: string | null
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 *
 * @throws Error that names the variable and what is expected
 */
export function readSettings(env: Environment = process.env): FakeStripeSettings {
  refuseProduction(env)
  const port = env.FAKE_STRIPE_PORT || '12111'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error('FAKE_STRIPE_PORT is invalid: a port from 1 to 65535, or 0 for a free one.')
  const secretKey = env.STRIPE_SECRET_KEY || null
  if (secretKey !== null && !secretKey.startsWith('sk_test_'))
    throw new Error(
      'STRIPE_SECRET_KEY is invalid: the fake Stripe accepts only keys that start with sk_test_.',
    )
  return {
    port: Number(port),
    host: env.FAKE_STRIPE_HOST || '127.0.0.1',
    secretKey,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY || null,
    stateFile: env.FAKE_STRIPE_STATE_FILE || null,
  }
}

/** @throws Error in production, where payments must be real */
export function refuseProduction(env: Environment = process.env): void {
  if (env.NODE_ENV === 'production')
    throw new Error('The fake Stripe moves no money; it does not run with NODE_ENV=production.')
}
