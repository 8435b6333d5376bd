import { sentence } from './catalogue.ts'
import { Refusal } from './refusal.ts'

/**
 * A sentence for the operator about an error of the database, for the command line and for programs
 * that cannot start; null for other errors. The cause of SERVICE_UNAVAILABLE is the error of the
 * database, or a text about the timeout.
 */
export function databaseError(error: unknown): string | null {
  if (!(error instanceof Refusal)) return error instanceof Error ? sentenceFor(error) : null
  if (error.code !== 'SERVICE_UNAVAILABLE') return sentence(error.code, 'en')
  const message = unavailable(error)
  return error.extra?.outcomeUnknown === true ? `${message} ${outcomeUnknown}` : message
}

/** What Node reports when the server closes the connection instead of beginning with TLS. */
export const isTlsRefused = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('before secure TLS connection')

const tlsRefused =
  'The database does not accept encrypted connections, which sslmode in its URL requires. Switch ' +
  'TLS on at the server (ssl = on).'

const outcomeUnknown =
  'The change may have been made nevertheless: check before you run the command again.'

function unavailable({ code, cause }: Refusal): string {
  if (cause === undefined) return sentence(code, 'en')
  if (!(cause instanceof Error)) return unreachable(String(cause))
  return sentenceFor(cause) ?? unreachable(cause.message)
}

function sentenceFor(error: Error & { code?: unknown }): string | null {
  const code = typeof error.code === 'string' ? error.code : ''
  if (isTlsRefused(error)) return tlsRefused
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CONNECT|57P0)/.test(code))
    return unreachable(error.message)
  if (/CERT|SIGNATURE|^ERR_TLS/.test(code)) return untrustedCertificate(error.message)
  return sentences[code]?.(error.message) ?? null
}

/** Node appends its own advice after a semicolon. */
const untrustedCertificate = (message: string) =>
  `This machine does not trust the certificate of the database (${message.split(';')[0]}). Set ` +
  'NODE_EXTRA_CA_CERTS to the certificate of its authority.'

const unreachable = (message: string) =>
  `The database is not reachable (${message}). Check that it is running and that its URL is ` +
  'correct.'

const sentences: Record<string, (message: string) => string> = {
  '08P01': (message) =>
    `The database rejected the connection: ${message}. With a connection pooler, use the URL of ` +
    'the database itself.',
  '25006': (message) => `The database is read-only, maybe a replica: ${message}.`,
  '28P01': (message) => `The database rejected the login: ${message}.`,
  '28000': (message) => `The database rejected the login: ${message}.`,
  '3D000': (message) => `The database does not exist: ${message}. Run silla db setup first.`,
  '3F000': () => 'The database is not set up. Run silla db setup, then silla db migrate.',
  '42P01': (message) =>
    `The tables do not match this version of Silla: ${message}. Run silla db migrate.`,
  '42883': (message) =>
    `The functions do not match this version of Silla: ${message}. Run silla db migrate.`,
  '42501': (message) =>
    `The database role lacks a privilege: ${message}. Check that the URL has the role that this ` +
    'program needs.',
  '55P03': (message) => `Another session has locked the table: ${message}. See pg_stat_activity.`,
  '53300': (message) => `The database has no free connections: ${message}.`,
}
