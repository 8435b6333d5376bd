import { type ProcessorSettings, readProcessorSettings } from '@silla/payments-stripe'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What the worker is told from outside, read once at the start and handed on as values. */
export interface WorkerSettings {
  databaseUrl: string
  mail: MailSettings
  /** what the platform is to the card processor */
  processor: ProcessorSettings
  logLevel: string
  /** Where figures are served for Prometheus; nowhere when left out. */
  metrics?: { port: number; host: string } | null
}

export interface MailSettings {
  /** null: letters stay in the database */
  smtpUrl: string | null
  /** the address that letters come from; whose name they bear is the salon's */
  from: string
}

/**
 * Reads the settings from the environment; an empty one counts as absent.
 *
 * @throws Error with one sentence that names the setting and what it should be
 */
export function readSettings(
  env: Record<string, string | undefined> = process.env,
): WorkerSettings {
  const { WORKER_DATABASE_URL, LOG_LEVEL, WORKER_METRICS_PORT, METRICS_HOST, ...mail } = checked(
    Type.Object({ ...Own, ...Mail }),
    env,
  )
  return {
    databaseUrl: WORKER_DATABASE_URL,
    mail: mailOf(mail),
    processor: readProcessorSettings(env),
    logLevel: LOG_LEVEL,
    metrics: WORKER_METRICS_PORT ? { port: Number(WORKER_METRICS_PORT), host: METRICS_HOST } : null,
  }
}

/** The same for mail alone: `npm start` knows the rest by itself. */
export const readMailSettings = (
  env: Record<string, string | undefined> = process.env,
): MailSettings => mailOf(checked(Type.Object(Mail), env))

function mailOf({ SMTP_URL, MAIL_FROM }: { SMTP_URL?: string; MAIL_FROM?: string }): MailSettings {
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    throw new Error(complaint('MAIL_FROM', Mail.MAIL_FROM, false))
  return { smtpUrl: SMTP_URL ?? null, from: MAIL_FROM ?? '' }
}

const Mail = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://\\S+$',
      description:
        'the server that sends letters, smtps://login:password@mail.example:465; without it they stay in the database',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      description:
        'the address that letters come from, needed with SMTP_URL: bookings@salons.example',
    }),
  ),
}

const Own = {
  WORKER_METRICS_PORT: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,5}$',
      description: 'a port for Prometheus; 0 takes a free one',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    pattern: '^\\S+$',
    description: 'the address to serve figures on; never one that strangers reach',
  }),
  WORKER_DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'where the database is, as the role silla_worker: postgres://silla_worker:password@host/silla',
  }),
  LOG_LEVEL: Type.Unsafe<string>({
    type: 'string',
    default: 'info',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    description: 'how much to log: trace, debug, info, warn, error, fatal or silent',
  }),
}

/** What the schema asks for, with its defaults. */
function checked<Schema extends TObject>(
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
  throw new Error(complaint(name, schema.properties[name], name in given))
}

/** The value itself is not repeated: it may hold a password. */
const complaint = (name: string, setting: object | undefined, isGiven: boolean): string =>
  `${name} ${isGiven ? 'is not right' : 'is missing'}: ${(setting as { description?: string } | undefined)?.description}.`
