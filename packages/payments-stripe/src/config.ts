import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What the platform is to the processor, read once at the start. */
export interface ProcessorSettings {
  /** null: there is no money to take in this mode. */
  live: PlatformKeys | null
  /** For test and demo businesses. */
  test: PlatformKeys | null
  /** Where the processor is; null: at its own address. */
  apiBase: URL | null
}

export interface PlatformKeys {
  secretKey: string
  /** Goes to browsers. */
  publishableKey: string
}

type Environment = Record<string, string | undefined>

/**
 * Reads the platform's keys from the environment; an empty one counts as absent. Without any,
 * nobody can pay.
 *
 * @throws Error with one sentence that names the setting and what it should be
 */
export function readProcessorSettings(env: Environment = process.env): ProcessorSettings {
  const settings = checked(Platform, env)
  const main = pairOf(settings, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY')
  const beside = pairOf(settings, 'STRIPE_TEST_SECRET_KEY', 'STRIPE_TEST_PUBLISHABLE_KEY')
  const isLive = main !== null && modeOf(main.secretKey) === 'live'
  if (beside !== null && !isLive) throw complaint('STRIPE_TEST_SECRET_KEY', true)
  const apiBase = settings.STRIPE_API_BASE === undefined ? null : new URL(settings.STRIPE_API_BASE)
  // a key that moves real money is shown to nobody but the processor
  if (apiBase !== null && isLive) throw complaint('STRIPE_API_BASE', true)
  return isLive ? { live: main, test: beside, apiBase } : { live: null, test: main, apiBase }
}

/**
 * What secrets are sealed with before they are stored; null when there is none.
 *
 * @throws Error as above
 */
export function readSecretsKey(env: Environment = process.env): Buffer | null {
  const { SECRETS_KEY } = checked(Secrets, env)
  if (SECRETS_KEY === undefined) return null
  const key = Buffer.from(SECRETS_KEY, 'base64')
  if (key.length !== 32) throw complaint('SECRETS_KEY', true)
  return key
}

const Platform = Type.Object({
  STRIPE_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^(sk|rk)_(test|live)_\\w+$',
      description:
        "the platform's secret key, sk_test_... or sk_live_...; without it nobody can pay",
    }),
  ),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(
    Type.String({
      pattern: '^pk_(test|live)_\\w+$',
      description:
        'the publishable key that belongs to STRIPE_SECRET_KEY, of the same mode: pk_test_... or pk_live_...',
    }),
  ),
  STRIPE_TEST_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^(sk|rk)_test_\\w+$',
      description:
        'sk_test_..., for test and demo businesses beside a live STRIPE_SECRET_KEY; not without one',
    }),
  ),
  STRIPE_TEST_PUBLISHABLE_KEY: Type.Optional(
    Type.String({
      pattern: '^pk_test_\\w+$',
      description: 'the publishable key that belongs to STRIPE_TEST_SECRET_KEY: pk_test_...',
    }),
  ),
  STRIPE_API_BASE: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#@\\s]+/?$',
      description:
        'where a processor for trying things out is, http://127.0.0.1:12111; never with a live key',
    }),
  ),
})

const Secrets = Type.Object({
  SECRETS_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 random bytes in base64 that stay the same, such as the output of openssl rand -base64 32',
    }),
  ),
})

type PlatformSettings = Static<typeof Platform>

/** Both keys of a pair and of one mode, or neither. */
function pairOf(
  settings: PlatformSettings,
  secret: keyof PlatformSettings,
  publishable: keyof PlatformSettings,
): PlatformKeys | null {
  const secretKey = settings[secret]
  const publishableKey = settings[publishable]
  if (secretKey === undefined && publishableKey === undefined) return null
  if (secretKey === undefined) throw complaint(secret, false)
  if (publishableKey === undefined) throw complaint(publishable, false)
  if (modeOf(secretKey) !== modeOf(publishableKey)) throw complaint(publishable, true)
  return { secretKey, publishableKey }
}

const modeOf = (key: string) => (key.split('_')[1] === 'live' ? 'live' : 'test')

function checked<Schema extends TObject>(schema: Schema, env: Environment): Static<Schema> {
  const names = Object.keys(schema.properties)
  const settings = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, env[name]]),
  )
  if (Value.Check(schema, settings)) return settings
  throw complaint(Value.Errors(schema, settings)[0]?.instancePath.slice(1) ?? '', true)
}

/** The value itself is not repeated: it may be a secret. */
function complaint(name: string, isGiven: boolean): Error {
  const all: Record<string, object> = { ...Platform.properties, ...Secrets.properties }
  const { description } = all[name] as { description?: string }
  return new Error(`${name} ${isGiven ? 'is not right' : 'is missing'}: ${description}.`)
}
