import type { SecretsKeys } from '@silla/core'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The platform's keys at Stripe, read once at the start. */
export interface ProcessorSettings {
  /** null: no payments in this mode. */
  live: PlatformKeys | null
  /** For test and demo businesses. */
  test: PlatformKeys | null
  /** The URL of the processor; null: Stripe's own. */
  apiBase: URL | null
}

export interface PlatformKeys {
  secretKey: string
  /** Sent to browsers. */
  publishableKey: string
}

type Environment = Record<string, string | undefined>

/**
 * Reads the platform's keys from environment variables; an empty variable counts as absent.
 * Without keys there are no payments.
 *
 * @throws Error that names the variable and what is expected
 */
export function readProcessorSettings(env: Environment = process.env): ProcessorSettings {
  const settings = validate(Platform, env)
  const main = keyPair(settings, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY')
  const test = keyPair(settings, 'STRIPE_TEST_SECRET_KEY', 'STRIPE_TEST_PUBLISHABLE_KEY')
  const isLive = main !== null && modeOf(main.secretKey) === 'live'
  if (test !== null && !isLive) throw settingError('STRIPE_TEST_SECRET_KEY', true)
  const apiBase = settings.STRIPE_API_BASE === undefined ? null : new URL(settings.STRIPE_API_BASE)
  // a live key must not be sent to any other server than Stripe's
  if (apiBase !== null && isLive) throw settingError('STRIPE_API_BASE', true)
  return isLive ? { live: main, test, apiBase } : { live: null, test: main, apiBase }
}

/**
 * The keys that encrypt secrets before they are stored; null when SECRETS_KEY is not set.
 *
 * @throws Error as above
 */
export function readSecretsKeys(env: Environment = process.env): SecretsKeys | null {
  const { SECRETS_KEY, SECRETS_KEY_PREVIOUS } = validate(Secrets, env)
  const previous = keyOf('SECRETS_KEY_PREVIOUS', SECRETS_KEY_PREVIOUS)
  const current = keyOf('SECRETS_KEY', SECRETS_KEY)
  if (current === null && previous !== null) throw settingError('SECRETS_KEY', false)
  return current && { current, previous }
}

function keyOf(name: string, text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw settingError(name, true)
  return key
}

const Platform = Type.Object({
  STRIPE_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^(sk|rk)_(test|live)_\\w+$',
      description:
        "the platform's secret key, sk_test_... or sk_live_...; without it there are no payments",
    }),
  ),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(
    Type.String({
      pattern: '^pk_(test|live)_\\w+$',
      description:
        'the publishable key of STRIPE_SECRET_KEY, of the same mode: pk_test_... or pk_live_...',
    }),
  ),
  STRIPE_TEST_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^(sk|rk)_test_\\w+$',
      description:
        'sk_test_..., for test and demo businesses; only together with a live STRIPE_SECRET_KEY',
    }),
  ),
  STRIPE_TEST_PUBLISHABLE_KEY: Type.Optional(
    Type.String({
      pattern: '^pk_test_\\w+$',
      description: 'the publishable key of STRIPE_TEST_SECRET_KEY: pk_test_...',
    }),
  ),
  STRIPE_API_BASE: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#@\\s]+/?$',
      description: 'the URL of a fake Stripe, http://127.0.0.1:12111; never with a live key',
    }),
  ),
})

const Secrets = Type.Object({
  SECRETS_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 random bytes in base64, such as from openssl rand -base64 32; it changes only as ' +
        'docs/operations.md says',
    }),
  ),
  SECRETS_KEY_PREVIOUS: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        'the SECRETS_KEY before a rotation, until `silla db reencrypt` has replaced it everywhere',
    }),
  ),
})

type PlatformSettings = Static<typeof Platform>

/** Both keys of a pair, of the same mode, or neither. */
function keyPair(
  settings: PlatformSettings,
  secret: keyof PlatformSettings,
  publishable: keyof PlatformSettings,
): PlatformKeys | null {
  const secretKey = settings[secret]
  const publishableKey = settings[publishable]
  if (secretKey === undefined && publishableKey === undefined) return null
  if (secretKey === undefined) throw settingError(secret, false)
  if (publishableKey === undefined) throw settingError(publishable, false)
  if (modeOf(secretKey) !== modeOf(publishableKey)) throw settingError(publishable, true)
  return { secretKey, publishableKey }
}

const modeOf = (key: string) => (key.split('_')[1] === 'live' ? 'live' : 'test')

function validate<Schema extends TObject>(schema: Schema, env: Environment): Static<Schema> {
  const names = Object.keys(schema.properties)
  const settings = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, env[name]]),
  )
  if (Value.Check(schema, settings)) return settings
  throw settingError(Value.Errors(schema, settings)[0]?.instancePath.slice(1) ?? '', true)
}

/** The message does not contain the value: it may be a secret. */
function settingError(name: string, isGiven: boolean): Error {
  const schemas: Record<string, object> = { ...Platform.properties, ...Secrets.properties }
  const { description } = schemas[name] as { description?: string }
  return new Error(`${name} is ${isGiven ? 'invalid' : 'missing'}: ${description}.`)
}
