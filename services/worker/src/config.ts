import type { SecretsKeys } from '@silla/core'
import { parsePublicUrl, parseStaffUrl } from '@silla/core'
import {
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKeys,
} from '@silla/payments-stripe'
import { readLoopbackEndpoints } from '@silla/webhook-sender'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The worker's configuration, read once at the start and passed on as values. */
export interface WorkerSettings {
  databaseUrl: string
  mail: MailSettings
  /** The platform's keys at the payment processor. */
  processor: ProcessorSettings
  /** Decrypts the secrets of endpoints; null: no events are delivered. */
  secretsKeys: SecretsKeys | null
  /** Whether endpoints may be on this machine, for development (D42). */
  loopbackEndpoints: boolean
  /** Where customers reach the API, for links in emails; null: emails have none. */
  publicUrl: string | null
  /** Where staff sign in, for the links of invitations; null or absent: those emails fail. */
  staffUrl?: string | null
  /** Whether emails that strangers cause are limited; absent: they are not. */
  limitsMails?: boolean
  logLevel: string
  /** Where metrics are served for Prometheus; null or absent: nowhere. */
  metrics?: { port: number; host: string } | null
}

export interface MailSettings {
  /** null: emails stay in the database. */
  smtpUrl: string | null
  /** The address that emails are sent from; the displayed name is the salon's. */
  from: string
}

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 *
 * @throws Error that names the variable and what is expected
 */
export function readSettings(
  env: Record<string, string | undefined> = process.env,
): WorkerSettings {
  const { WORKER_DATABASE_URL, LOG_LEVEL, WORKER_METRICS_PORT, METRICS_HOST, ...mail } = validate(
    Type.Object({ ...Worker, ...Mail }),
    env,
  )
  return {
    databaseUrl: WORKER_DATABASE_URL,
    mail: mailSettings(mail),
    processor: readProcessorSettings(env),
    secretsKeys: readSecretsKeys(env),
    loopbackEndpoints: readLoopbackEndpoints(env),
    publicUrl: parsePublicUrl(env.PUBLIC_URL),
    staffUrl: parseStaffUrl(env.STAFF_URL),
    // for load tests, as in the API
    limitsMails: env.NODE_ENV === 'production' || env.SILLA_RATE_LIMITS !== 'off',
    logLevel: LOG_LEVEL,
    metrics: WORKER_METRICS_PORT ? { port: Number(WORKER_METRICS_PORT), host: METRICS_HOST } : null,
  }
}

/** Only the settings of email; `npm start` sets the others itself. */
export const readMailSettings = (
  env: Record<string, string | undefined> = process.env,
): MailSettings => mailSettings(validate(Type.Object(Mail), env))

function mailSettings(values: { SMTP_URL?: string; MAIL_FROM?: string }): MailSettings {
  const { SMTP_URL, MAIL_FROM } = values
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    throw settingError('MAIL_FROM', Mail.MAIL_FROM, false)
  return { smtpUrl: SMTP_URL ?? null, from: MAIL_FROM ?? '' }
}

const Mail = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://\\S+$',
      description:
        'the server that sends emails, smtps://login:password@mail.example:465; ' +
        'without it they stay in the database',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      description:
        'the address that emails are sent from, required with SMTP_URL: bookings@salons.example',
    }),
  ),
}

const Worker = {
  WORKER_METRICS_PORT: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,5}$',
      description: 'a port for Prometheus; 0 takes a free one',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'the address to serve metrics on; never a public one',
  }),
  WORKER_DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'the URL of the database with the role silla_worker: ' +
      'postgres://silla_worker:password@host/silla',
  }),
  LOG_LEVEL: Type.Unsafe<string>({
    type: 'string',
    default: 'info',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    description: 'how much to log: trace, debug, info, warn, error, fatal or silent',
  }),
}

/** The variables of the schema, with its defaults. */
function validate<Schema extends TObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): Static<Schema> {
  const names = Object.keys(schema.properties)
  const given = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, env[name]]),
  )
  const settings = Value.Default(schema, given)
  if (Value.Check(schema, settings)) return settings
  const { instancePath = '', params = {} } = Value.Errors(schema, settings)[0] ?? {}
  const name =
    (params as { requiredProperties?: string[] }).requiredProperties?.[0] ?? instancePath.slice(1)
  throw settingError(name, schema.properties[name], name in given)
}

/** The message does not contain the value: it may contain a password. */
function settingError(name: string, schema: object | undefined, isGiven: boolean): Error {
  const { description } = (schema ?? {}) as { description?: string }
  return new Error(`${name} is ${isGiven ? 'invalid' : 'missing'}: ${description}.`)
}
