import type { SecretsKeys } from '@silla/core'
import { parsePublicUrl, parseStaffUrl, type SigningKey } from '@silla/core'
import {
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKeys,
} from '@silla/payments-stripe'
import { readLoopbackEndpoints } from '@silla/webhook-sender'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { trustedProxies } from './limits/client-address.ts'
import type { LimitSettings } from './limits/open-limits.ts'
import { readSigningKeys } from './signing-keys.ts'

/** The configuration of the API, read once at start. */
export interface ApiSettings extends OperationSettings {
  port: number
  host: string
  databaseUrl: string
  listenDatabaseUrl: string
  /** The base URL of root-relative image addresses; empty leaves them as stored. */
  assetsBaseUrl: string
  /** Where customers reach the API: `https://book.example`; null: no salon has pages. */
  publicUrl: string | null
  /** Where the staff of salons sign in: `https://staff.example`; null: nobody does. */
  staffUrl: string | null
  logLevel: string
  /** Keys of the customers' access tokens: the first signs, all of them verify. */
  signingKeys: SigningKey[]
  /** Protects the sign-in codes in a stolen database from being guessed. */
  otpPepper: string
  /** The other one, while `otpPepper` is replaced. */
  otpPepperPrevious?: string | null
  /**
   * Protects emails of staff in the registry, their codes and PINs in a stolen database from being
   * guessed; null: without `staffUrl`.
   */
  staffPepper: string | null
  /** The other one, while `staffPepper` is replaced. */
  staffPepperPrevious?: string | null
  /** The platform's accounts at the card processor. */
  processor: ProcessorSettings
  /**
   * Encrypts stored secrets; null: every webhook event of the processor is rejected, and salons
   * cannot have endpoints.
   */
  secretsKeys: SecretsKeys | null
  /** Whether endpoints may be on this machine, for development (D42). */
  loopbackEndpoints: boolean
  /** A production start refuses a database that holds a demo business (D8). */
  production: boolean
}

/** Settings of operation, which `npm start` reads too. */
export interface OperationSettings {
  /** Null: no rate limits. */
  limits: LimitSettings | null
  /** Where metrics are served for Prometheus; null: nowhere. */
  metrics: { port: number; host: string } | null
  /** Requests fail with 503 while the event loop is delayed more than this; null: never. */
  maxEventLoopDelayMilliseconds: number | null
  /** Whether the reference for developers is served at `/docs`. */
  docs: boolean
}

/**
 * Reads the environment variables; an empty one counts as absent.
 *
 * @throws Error with one sentence that names the variable and what it should be
 */
export function readSettings(env: Record<string, string | undefined> = process.env): ApiSettings {
  const settings = readEnvironment(Environment, env)
  const processor = readProcessorSettings(env)
  const secretsKeys = readSecretsKeys(env)
  if (secretsKeys === null && (processor.live ?? processor.test) !== null)
    throw new Error(secretsKeyMissing)
  const publicUrl = parsePublicUrl(env.PUBLIC_URL)
  const staffUrl = parseStaffUrl(env.STAFF_URL)
  const production = settings.NODE_ENV === 'production'
  if (staffUrl !== null) {
    if (!settings.STAFF_PEPPER) throw settingError('STAFF_PEPPER', 'is missing')
    const isShared = staffUrl === publicUrl && settings.STAFF_SHARED_ORIGIN !== 'allow'
    if (isShared && production) throw new Error(staffUrlShared)
  }
  return {
    processor,
    secretsKeys,
    loopbackEndpoints: readLoopbackEndpoints(env),
    port: Number(settings.PORT),
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    listenDatabaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    publicUrl,
    staffUrl,
    logLevel: settings.LOG_LEVEL,
    signingKeys: readSigningKeys(settings.JWT_PRIVATE_KEYS) ?? invalid('JWT_PRIVATE_KEYS'),
    otpPepper: settings.OTP_PEPPER,
    otpPepperPrevious: settings.OTP_PEPPER_PREVIOUS ?? null,
    staffPepper: settings.STAFF_PEPPER ?? null,
    staffPepperPrevious: settings.STAFF_PEPPER_PREVIOUS ?? null,
    production,
    ...readOperations(env),
  }
}

/** The settings that `npm start` reads from the environment too. Throws as `readSettings` does. */
export function readOperations(env: Record<string, string | undefined>): OperationSettings {
  const settings = readEnvironment(Operations, env)
  const isOff = settings.SILLA_RATE_LIMITS === 'off'
  if (isOff && env.NODE_ENV === 'production') invalid('SILLA_RATE_LIMITS')
  const proxies = settings.TRUST_PROXY.split(',').flatMap((entry) => entry.trim() || [])
  if (trustedProxies(proxies) === null) invalid('TRUST_PROXY')
  const delay = Number(settings.MAX_EVENT_LOOP_DELAY_MS)
  return {
    limits: isOff ? null : { redisUrl: settings.REDIS_URL ?? null, trustedProxies: proxies },
    metrics: settings.METRICS_PORT
      ? { port: Number(settings.METRICS_PORT), host: settings.METRICS_HOST }
      : null,
    maxEventLoopDelayMilliseconds: delay === 0 ? null : delay,
    docs: settings.SILLA_DOCS === 'on',
  }
}

const secretsKeyMissing =
  'SECRETS_KEY is missing: required with STRIPE_SECRET_KEY, 32 random bytes in base64, such as ' +
  'the output of openssl rand -base64 32.'

const staffUrlShared =
  'STAFF_URL is the same as PUBLIC_URL: scripts of the booking pages could act as the staff. Use ' +
  'another host name, or set STAFF_SHARED_ORIGIN=allow.'

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
      description: 'Redis in which several processes share rate limits: redis://host:6379',
    }),
  ),
  TRUST_PROXY: Type.String({
    default: '',
    description: 'comma-separated addresses and networks of trusted proxies: 10.0.0.0/8, 192.0.2.7',
  }),
  METRICS_PORT: Type.Optional(
    Type.String({
      pattern: portPattern,
      description: 'port for Prometheus, 0 to 65535; 0 uses a free one',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'address to serve metrics on; it must not be reachable by the public',
  }),
  MAX_EVENT_LOOP_DELAY_MS: Type.String({
    default: '1000',
    pattern: '^[0-9]{1,6}$',
    description:
      'event loop delay in milliseconds above which requests fail with 503; 0 disables it',
  }),
  SILLA_DOCS: Type.Unsafe<'on' | 'off'>({
    type: 'string',
    default: 'on',
    enum: ['on', 'off'],
    description: 'on serves the reference for developers at /docs; off does not',
  }),
})

const Environment = Type.Object({
  PORT: Type.String({
    default: '3000',
    pattern: portPattern,
    description: 'port to listen on, 0 to 65535; 0 uses a free one',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'address to listen on; 0.0.0.0 listens on all interfaces',
  }),
  DATABASE_URL: Type.String({
    pattern: postgresUrl,
    description:
      'connection string of the role silla_api: postgres://silla_api:password@host/silla',
  }),
  LISTEN_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: postgresUrl,
      description:
        'direct connection to the same database for LISTEN, when DATABASE_URL points to a pooler',
    }),
  ),
  ASSETS_BASE_URL: Type.String({
    default: '',
    pattern: '^(https?://\\S+)?$',
    description: 'base URL of image addresses that start with a slash: https://images.example',
  }),
  LOG_LEVEL: Type.Unsafe<string>({
    type: 'string',
    default: 'info',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    description: 'log level: trace, debug, info, warn, error, fatal or silent',
  }),
  JWT_PRIVATE_KEYS: Type.String({
    description:
      "keys that sign customers' tokens, a JSON list of private Ed25519 JWKs, each with a kid of its own: " +
      '[{"kty":"OKP","crv":"Ed25519","kid":"2030-01","x":"...","d":"..."}]; the first signs',
  }),
  OTP_PEPPER: Type.String({
    minLength: 32,
    description:
      'random text of 32 characters or more, such as the output of openssl rand -hex 32; it changes ' +
      'only as docs/operations.md says',
  }),
  OTP_PEPPER_PREVIOUS: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'the other OTP_PEPPER, while it is replaced',
    }),
  ),
  STAFF_PEPPER: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'required with STAFF_URL: random text of 32 characters or more, such as the output of ' +
        'openssl rand -hex 32; it changes only as docs/operations.md says',
    }),
  ),
  STAFF_PEPPER_PREVIOUS: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'the other STAFF_PEPPER, while it is replaced',
    }),
  ),
  STAFF_SHARED_ORIGIN: Type.Optional(
    Type.Unsafe<'allow'>({
      type: 'string',
      enum: ['allow'],
      description:
        'allow, for staff and customers at one address; STAFF_URL equals PUBLIC_URL then',
    }),
  ),
  NODE_ENV: Type.String({
    default: 'development',
    description: '"production" disables everything that is only for development',
  }),
  ...Operations.properties,
})

function readEnvironment<Schema extends TObject>(
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
    ? settingError(error?.instancePath.slice(1) ?? '', 'is invalid')
    : settingError(missing, 'is missing')
}

function invalid(name: keyof typeof Environment.properties): never {
  throw settingError(name, 'is invalid')
}

/** The message does not contain the value, which may hold a password. */
function settingError(name: string, problem: string): Error {
  const { description } = Environment.properties[name as keyof typeof Environment.properties] as {
    description?: string
  }
  return new Error(`${name} ${problem}: ${description}.`)
}
