/** An error as it may be written down: what is needed to find the fault, and nobody's data (D9). */
export interface ToldError {
  type: string
  message: string
  stack: string
  /** SQLSTATE, or the system's own word. */
  code?: string
  table?: string
  constraint?: string
  cause?: ToldError | string
}

const causesAtMost = 5

/**
 * Takes from an error only what is named above. What a database adds by itself stays behind:
 * `detail` quotes rows, `parameters` what was sent. Texts lose what looks like a key, a token, an
 * address or a phone number.
 */
export function toLogError(error: unknown, depth = 0): ToldError | string {
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
      depth < causesAtMost && { cause: toLogError(error.cause, depth + 1) }),
  }
}

/** A text without what opens doors or says who somebody is. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)

const secrets: [RegExp, string][] = [
  [/\bsilla_(pub|sec)_\w+/g, 'silla_$1_***'],
  // the processor's: keys, what events are signed with, what opens an intent
  [/\b(sk|rk)_(live|test)_\w+/g, '$1_$2_***'],
  [/\bwhsec_\w+/g, 'whsec_***'],
  [/_secret_\w+/g, '_secret_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/:\/\/[^\s/@]+@/g, '://***@'],
  [/[\p{L}\d.+_-]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+/gu, '***@***'],
  [/\+\d[\d ().-]{6,}\d/g, '+***'],
]
