/** An error in the form in which it may be logged: without secrets and personal data (D9). */
export interface LogError {
  type: string
  message: string
  stack: string
  /** SQLSTATE, or the code of the system error. */
  code?: string
  table?: string
  constraint?: string
  cause?: LogError | string
}

const maxCauses = 5

/**
 * Keeps only the fields of `LogError`. The other fields of a database error are dropped: `detail`
 * quotes rows and `parameters` the values of the query. What looks like a key, a token, an e-mail
 * address or a phone number is removed from the texts.
 */
export function toLogError(error: unknown, depth = 0): LogError | string {
  if (!(error instanceof Error)) return withoutSecrets(String(error))
  const { code, table_name, constraint_name } = error as {
    code?: unknown
    table_name?: unknown
    constraint_name?: unknown
  }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(code !== undefined && { code: String(code) }),
    ...(table_name !== undefined && { table: String(table_name) }),
    ...(constraint_name !== undefined && { constraint: String(constraint_name) }),
    ...(error.cause !== undefined &&
      depth < maxCauses && { cause: toLogError(error.cause, depth + 1) }),
  }
}

/** Replaces credentials, e-mail addresses and phone numbers in a text. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)

const secrets: [RegExp, string][] = [
  [/\bsilla_(pub|sec)_\w+/g, 'silla_$1_***'],
  // Stripe's API keys, webhook secrets and client secrets
  [/\b(sk|rk)_(live|test)_\w+/g, '$1_$2_***'],
  [/\bwhsec_\w+/g, 'whsec_***'],
  [/_secret_\w+/g, '_secret_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/:\/\/[^\s/@]+@/g, '://***@'],
  [/[\p{L}\d.+_-]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+/gu, '***@***'],
  [/\+\d[\d ().-]{6,}\d/g, '+***'],
]
