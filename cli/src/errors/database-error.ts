import { Refusal, sentence } from '@silla/errors'

/**
 * What the database said, as a sentence for the operator; null when it was something else that went
 * wrong. Behind SERVICE_UNAVAILABLE stands what the database said, or how long it said nothing.
 */
export function databaseError(error: unknown): string | null {
  if (!(error instanceof Refusal)) return error instanceof Error ? sentenceFor(error) : null
  const { code, cause } = error
  if (code !== 'SERVICE_UNAVAILABLE') return sentence(code, 'en')
  const observation = cause instanceof Error ? sentenceFor(cause) : null
  return (
    observation ??
    (cause === undefined
      ? sentence(code, 'en')
      : noAnswer(cause instanceof Error ? cause.message : String(cause)))
  )
}

function sentenceFor(error: Error & { code?: unknown }): string | null {
  const code = typeof error.code === 'string' ? error.code : ''
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CONNECT|57P0)/.test(code))
    return noAnswer(error.message)
  if (/CERT|SIGNATURE|^ERR_TLS/.test(code)) return untrusted(error.message)
  return sentences[code]?.(error.message) ?? null
}

/** What Node would have us try is behind a semicolon. */
const untrusted = (message: string) =>
  `The database shows a certificate that this machine does not trust (${message.split(';')[0]}): name its authority in NODE_EXTRA_CA_CERTS.`

const noAnswer = (message: string) =>
  `The database does not answer (${message}). Is it running, and is its URL right?`

const sentences: Record<string, (message: string) => string> = {
  '08P01': (message) =>
    `The database does not take our connection: ${message}. With a pooler in between, give the URL that goes around it.`,
  '25006': (message) => `The database is read only, a replica perhaps: ${message}.`,
  '28P01': (message) => `The database does not let us in: ${message}.`,
  '28000': (message) => `The database does not let us in: ${message}.`,
  '3D000': (message) => `There is no such database yet: ${message}. Run silla db setup first.`,
  '3F000': () => 'The database has not been prepared. Run silla db setup, then silla db migrate.',
  '42P01': (message) =>
    `The database's tables are not those of this Silla: ${message}. Run silla db migrate.`,
  '42883': (message) =>
    `The database's functions are not those of this Silla: ${message}. Run silla db migrate.`,
  '42501': (message) => `The database role may not do this: ${message}.`,
  '55P03': (message) =>
    `Somebody keeps a table to themselves: ${message}. pg_stat_activity tells who.`,
  '53300': (message) => `The database has no connection left for us: ${message}.`,
}
