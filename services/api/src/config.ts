import type { SigningKey } from '@silla/core'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readSigningKeys } from './signing-keys.ts'

/** What the API is told from outside, read once at the start and handed on as values. */
export interface ApiSettings {
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
  /** A production start refuses a database that holds a demo business (D8). */
  production: boolean
}

/**
 * Reads the settings from the environment; an empty one counts as absent.
 *
 * @throws Error with one sentence that names the setting and what it should be
 */
export function readSettings(env: Record<string, string | undefined> = process.env): ApiSettings {
  const given = Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]))
  const settings = Value.Default(Environment, given)
  if (!Value.Check(Environment, settings)) throw new Error(complaint(Value.Errors(Environment, settings)[0], given))
  const signingKeys = readSigningKeys(settings.JWT_PRIVATE_KEYS)
  if (signingKeys === null) throw new Error(complaint({ instancePath: '/JWT_PRIVATE_KEYS', params: {} }, given))
  return {
    port: Number(settings.PORT),
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    listenDatabaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    logLevel: settings.LOG_LEVEL,
    signingKeys,
    otpPepper: settings.OTP_PEPPER,
    production: settings.NODE_ENV === 'production',
  }
}

const postgresUrl = '^postgres(ql)?://'

const Environment = Type.Object({
  PORT: Type.String({
    default: '3000',
    pattern: '^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$',
    description: 'the port to listen on, 0 to 65535; 0 takes a free one',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'the address to listen on; 0.0.0.0 takes requests from everywhere',
  }),
  DATABASE_URL: Type.String({
    pattern: postgresUrl,
    description: 'where the database is, as the role silla_api: postgres://silla_api:password@host/silla',
  }),
  LISTEN_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: postgresUrl,
      description: 'a direct connection to the same database for notices, where DATABASE_URL leads through a pooler',
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
})

const names = Object.keys(Environment.properties) as (keyof typeof Environment.properties)[]

/** The value itself is not repeated: it may hold a password. */
function complaint(
  error: { instancePath: string; params: object } | undefined,
  given: Record<string, unknown>,
): string {
  const { requiredProperties = [] } = (error?.params ?? {}) as { requiredProperties?: string[] }
  const name = requiredProperties[0] ?? error?.instancePath.slice(1) ?? ''
  const { description } = Environment.properties[name as (typeof names)[number]] as { description?: string }
  return `${name} ${name in given ? 'is not right' : 'is missing'}: ${description}.`
}
