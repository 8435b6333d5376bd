/** What the double is told from outside. */
export interface FakeStripeSettings {
  /** 0 takes a free port */
  port: number
  host: string
  /** the key that callers must show; null: the one that everybody knows */
  secretKey: string | null
  /** the key that browsers show; null: made of the secret one */
  publishableKey: string | null
  /** where the state survives a restart; null: nowhere */
  stateFile: string | null
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from the environment; an empty one counts as absent.
 *
 * @throws Error with one sentence that names the setting and what it should be
 */
export function readSettings(env: Environment = process.env): FakeStripeSettings {
  refuseProduction(env)
  const port = env.FAKE_STRIPE_PORT || '12111'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error('FAKE_STRIPE_PORT is not right: a port from 1 to 65535, or 0 for a free one.')
  const secretKey = env.STRIPE_SECRET_KEY || null
  if (secretKey !== null && !secretKey.startsWith('sk_test_'))
    throw new Error(
      'STRIPE_SECRET_KEY is not right: the practice processor takes only keys that begin with sk_test_.',
    )
  return {
    port: Number(port),
    host: env.FAKE_STRIPE_HOST || '127.0.0.1',
    secretKey,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY || null,
    stateFile: env.FAKE_STRIPE_STATE_FILE || null,
  }
}

/** @throws Error where real money is expected: a payment here is a pretence */
export function refuseProduction(env: Environment = process.env): void {
  if (env.NODE_ENV === 'production')
    throw new Error(
      'The practice processor moves no money; it does not run with NODE_ENV=production.',
    )
}
