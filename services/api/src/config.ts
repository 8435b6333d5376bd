import type { SigningKey } from '@silla/core'
import {
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKey,
} from '@silla/payments-stripe'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { trustedProxies } from './limits/client-address.ts'
import type { LimitSettings } from './limits/open-limits.ts'
import { readSigningKeys } from './signing-keys.ts'

/** What the API is told from outside, read once at the start and handed on as values. */
export interface ApiSettings extends OperationSettings {
  port: number
  host: string
  databaseUrl: string
  listenDatabaseUrl: string
  /** Put before root-relative image addresses; empty leaves them as stored. */
  assetsBaseUrl: string
  logLevel: string
  /** Sign the customers' access tokens: the first is used, the others are still believed. */
  signingKeys: SigningKey[]
  /** Keeps the codes that are sent to customers from being guessed out of a stolen database. */
  otpPepper: string
  /** What the platform is to the card processor. */
  processor: ProcessorSettings
  /**
   * Opens the secrets that are stored; null: none can be, and no event of the processor is
   * believed.
   */
  secretsKey: Buffer | null
  /** A production start refuses a database that holds a demo business (D8). */
  production: boolean
}

/** How it is run, wherever it runs. */
export interface OperationSettings {
  /** Null: requests are not limited. */
  limits: LimitSettings | null
  /** Where figures are served for Prometheus; null: nowhere. */
  metrics: { port: number; host: string } | null
  /** A process that is further behind answers 503 at once; null: it never does. */
  mostDelayMilliseconds: number | null
}

/**
 * Reads the settings from the environment; an empty one counts as absent.
 *
 * @throws Error with one sentence that names the setting and what it should be
 */
export function readSettings(env: Record<string, string | undefined> = process.env): ApiSettings {
  const settings = checked(Environment, env)
  const processor = readProcessorSettings(env)
  const secretsKey = readSecretsKey(env)
  if (secretsKey === null && (processor.live ?? processor.test) !== null)
    throw new Error(secretsKeyMissing)
  return {
    processor,
    secretsKey,
    port: Number(settings.PORT),
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    listenDatabaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    logLevel: settings.LOG_LEVEL,
    signingKeys: readSigningKeys(settings.JWT_PRIVATE_KEYS) ?? notRight('JWT_PRIVATE_KEYS'),
    otpPepper: settings.OTP_PEPPER,
    production: settings.NODE_ENV === 'production',
    ...readOperations(env),
  }
}

/** The part of them that `npm start` takes from the environment too. Throws as above. */
export function readOperations(env: Record<string, string | undefined>): OperationSettings {
  const settings = checked(Operations, env)
  const isOff = settings.SILLA_RATE_LIMITS === 'off'
  if (isOff && env.NODE_ENV === 'production') notRight('SILLA_RATE_LIMITS')
  const proxies = settings.TRUST_PROXY.split(',').flatMap((entry) => entry.trim() || [])
  if (trustedProxies(proxies) === null) notRight('TRUST_PROXY')
  const delay = Number(settings.MAX_EVENT_LOOP_DELAY_MS)
  return {
    limits: isOff ? null : { redisUrl: settings.REDIS_URL ?? null, trustedProxies: proxies },
    metrics: settings.METRICS_PORT
      ? { port: Number(settings.METRICS_PORT), host: settings.METRICS_HOST }
      : null,
    mostDelayMilliseconds: delay === 0 ? null : delay,
  }
}

const secretsKeyMissing =
  'SECRETS_KEY is missing: needed with STRIPE_SECRET_KEY, 32 random bytes in base64, such as the output of openssl rand -base64 32.'

const postgresUrl = '^postgres(ql)?://'
const portPattern =
  '^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$'

const Operations = Type.Object({
  SILLA_RATE_LIMITS: Type.Unsafe<'on' | 'off'>({
    type: 'string',
    default: 'on',
    enum: ['on', 'off'],
    description: 'on, or off for load tests; never off with NODE_ENV=production',
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^rediss?://',
      description: 'where several processes count requests together: redis://host:6379',
    }),
  ),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'addresses and networks of the proxies in front, with commas in between: 10.0.0.0/8, 192.0.2.7',
  }),
  METRICS_PORT: Type.Optional(
    Type.String({
      pattern: portPattern,
      description: 'a port for Prometheus, 0 to 65535; 0 takes a free one',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'the address to serve figures on; never one that strangers reach',
  }),
  MAX_EVENT_LOOP_DELAY_MS: Type.String({
    default: '1000',
    pattern: '^[0-9]{1,6}$',
    description:
      'milliseconds of delay from which on requests are refused with 503; 0 never refuses',
  }),
})

const Environment = Type.Object({
  PORT: Type.String({
    default: '3000',
    pattern: portPattern,
    description: 'the port to listen on, 0 to 65535; 0 takes a free one',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'the address to listen on; 0.0.0.0 takes requests from everywhere',
  }),
  DATABASE_URL: Type.String({
    pattern: postgresUrl,
    description:
      'where the database is, as the role silla_api: postgres://silla_api:password@host/silla',
  }),
  LISTEN_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: postgresUrl,
      description:
        'a direct connection to the same database for notices, where DATABASE_URL leads through a pooler',
    }),
  ),
  ASSETS_BASE_URL: Type.String({
    default: '',
    pattern: '^(https?://\\S+)?$',
    description: 'put before image addresses that begin with a slash: https://images.example',
  }),
  LOG_LEVEL: Type.Unsafe<string>({
    type: 'string',
    default: 'info',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    description: 'how much to log: trace, debug, info, warn, error, fatal or silent',
  }),
  JWT_PRIVATE_KEYS: Type.String({
    description:
      'the keys that sign customers\' tokens, a JSON list of private Ed25519 JWKs, each with a kid: [{"kty":"OKP","crv":"Ed25519","kid":"2030-01","x":"...","d":"..."}]; the first signs',
  }),
  OTP_PEPPER: Type.String({
    minLength: 32,
    description:
      'a random text of 32 characters or more that stays the same, such as the output of openssl rand -hex 32',
  }),
  NODE_ENV: Type.String({
    default: 'development',
    description: '"production" refuses what is only for trying things out',
  }),
  ...Operations.properties,
})

function checked<Schema extends TObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): Static<Schema> {
  const names = Object.keys(schema.properties)
  const settings = Value.Default(
    schema,
    Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]])),
  )
  if (Value.Check(schema, settings)) return settings
  const [error] = Value.Errors(schema, settings)
  const { requiredProperties = [] } = (error?.params ?? {}) as { requiredProperties?: string[] }
  const [missing] = requiredProperties
  throw missing === undefined
    ? complaint(error?.instancePath.slice(1) ?? '', 'is not right')
    : complaint(missing, 'is missing')
}

function notRight(name: keyof typeof Environment.properties): never {
  throw complaint(name, 'is not right')
}

/** The value itself is not repeated: it may hold a password. */
function complaint(name: string, fault: string): Error {
  const { description } = Environment.properties[name as keyof typeof Environment.properties] as {
    description?: string
  }
  return new Error(`${name} ${fault}: ${description}.`)
}
