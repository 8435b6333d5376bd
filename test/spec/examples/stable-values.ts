import { createHash } from 'node:crypto'

/**
 * Replaces what is random in requests and responses, so that a recording does not change from one run
 * to the next: the same value always becomes the same other value, of the same form. What comes first
 * is numbered first.
 */
export function stableValues(): <Value>(value: Value) => Value {
  const replaced = new Map<unknown, unknown>()

  const replace = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => replace(one, name))
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      const isAudited = 'operacion' in value && 'quien' in value
      return Object.fromEntries(
        entries.map(([field, one]) => [
          field,
          isAudited && field === 'id' ? auditEntryId : replace(one, field),
        ]),
      )
    }
    if (name === 'id' && typeof value === 'number' && value < smallestRandomId) return numberedId
    const form = formOf(value, name)
    if (form !== null) return once(value, form)
    return typeof value === 'string' ? replaceWithin(value) : value
  }

  /** Ids, codes and tokens in a URL or in a text, and the name of the salon, which counts those of the run. */
  const replaceWithin = (text: string): string =>
    text
      .replace(/\bsalon-\d+\b/g, 'salon-lola')
      .replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://pay.example')
      .replace(/(?<=[a-z]_|_secret_)[A-Za-z0-9]{16,}/g, (id) =>
        String(once(id, formOf(id, 'token'))),
      )
      .replace(/(?<=\/calendarios\/)[a-z2-7]{32}/g, (token) =>
        String(once(token, formOf(token, 'calendar'))),
      )
      .replace(/(?<=\/)\d{8,}/g, (id) => String(once(id, formOf(id, 'id'))))
      .replace(/(?<=^(Pedido|Visita) )[0-9A-Z]{10}/, (code) =>
        String(once(code, formOf(code, 'codigo'))),
      )

  function once(value: unknown, form: Form | null): unknown {
    if (!replaced.has(value)) replaced.set(value, form?.(replaced.size + 1))
    return replaced.get(value)
  }

  return (value) => replace(value, '') as typeof value
}

type Form = (count: number) => string | number

/** How to make another value of the form of this one; null: it is the same in every run. */
function formOf(value: unknown, name: string): Form | null {
  if (typeof value === 'number') return value >= smallestRandomId ? (count) => 1000 + count : null
  if (typeof value !== 'string') return null
  if (/^\d+$/.test(value) && Number(value) >= smallestRandomId && name !== 'telefono')
    return (count) => String(1000 + count)
  if (uuid.test(value)) return (count) => value.replace(/\w+/g, (part) => random(hex, part, count))
  if (name === 'secreto')
    return (count) =>
      `whsec_${Buffer.from(random(letters, 'x'.repeat(32), count)).toString('base64')}`
  if (name === 'access_token') return () => 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMDEyIn0.c2lnbmF0dXJl'
  if (/codigo$/.test(name) && /^\d{6}$/.test(value))
    return (count) => random('0123456789', value, count)
  if (/codigo$/.test(name) && /^[0-9A-Z]{10}$/.test(value))
    return (count) => random(codeLetters, value, count)
  if (name === 'calendar') return (count) => random(base32, value, count)
  if (/token$/.test(name)) return (count) => random(letters, value, count)
  return null
}

/** Those of audit entries are drawn by each connection in advance: which one writes is not the same. */
const auditEntryId = 612

/** Ids are random below 2^48; amounts, counts and years are smaller. */
const smallestRandomId = 10_000_000
/** Rows that are numbered have ids that depend on the connection which has inserted them. */
const numberedId = 41
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hex = '0123456789abcdef'
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** As many letters as the value has, which depend on the number alone. */
function random(from: string, { length }: string, count: number): string {
  const bytes = createHash('sha512').update(`${count} ${length}`).digest()
  return Array.from({ length }, (_, index) => from[(bytes[index % 64] ?? 0) % from.length]).join('')
}
