import { Refusal, sentence } from '@silla/errors'

/**
 * What the database said, as a sentence for the operator; null when it was something else that went wrong. Behind
 * SERVICE_UNAVAILABLE stands what the database said.
 */
export function databaseProblem(error: unknown): string | null {
  const said = error instanceof Refusal ? error.cause : error
  const code = (said as { code?: unknown } | null | undefined)?.code
  const told = said instanceof Error && typeof code === 'string' ? sentenceFor(code, said) : null
  return told ?? (error instanceof Refusal ? sentence(error.code, 'en') : null)
}

function sentenceFor(code: string, { message }: Error): string | null {
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CONNECT|57P0)/.test(code)) {
    return `The database does not answer (${message}). Is it running, and is its URL right?`
  }
  return sentences[code]?.(message) ?? null
}

const sentences: Record<string, (message: string) => string> = {
  '28P01': (message) => `The database does not let us in: ${message}.`,
  '28000': (message) => `The database does not let us in: ${message}.`,
  '3D000': (message) => `There is no such database yet: ${message}. Run silla db prepare first.`,
  '3F000': () => 'The database has not been prepared. Run silla db prepare, then silla db migrate.',
  '42P01': (message) => `The database's tables are not those of this Silla: ${message}. Run silla db migrate.`,
  '42883': (message) => `The database's functions are not those of this Silla: ${message}. Run silla db migrate.`,
  '42501': (message) => `The database role may not do this: ${message}.`,
}
